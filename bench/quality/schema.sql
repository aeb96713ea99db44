-- Empty tables for one collection; its lines are copied in next.
\set ON_ERROR_STOP on
SET client_min_messages = warning;
DROP SCHEMA IF EXISTS quality CASCADE;
DROP EXTENSION IF EXISTS gbrain_rank CASCADE;
CREATE EXTENSION gbrain_rank;
CREATE SCHEMA quality;
CREATE TABLE quality.document (line jsonb);
CREATE TABLE quality.question (line jsonb);
