-- The schema belongs to whoever runs CREATE EXTENSION. Everyone may call what is in it: each function
-- runs with the rights of its caller. What is not for everyone is revoked where it is defined.
GRANT USAGE ON SCHEMA gbrain_rank TO PUBLIC;
