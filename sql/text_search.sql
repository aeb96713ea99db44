-- Text search objects: the parser, a dictionary that gives words one spelling, the configuration.

CREATE TEXT SEARCH PARSER gbrain_rank.multilingual (
    START = gbrain_rank.multilingual_start,
    GETTOKEN = gbrain_rank.multilingual_token,
    END = gbrain_rank.multilingual_end,
    LEXTYPES = gbrain_rank.multilingual_kinds,
    HEADLINE = gbrain_rank.multilingual_headline
);
COMMENT ON TEXT SEARCH PARSER gbrain_rank.multilingual IS
'Parser for text in Chinese and other languages, with error codes, identifiers, versions, addresses and URLs both whole and in parts';

CREATE TEXT SEARCH TEMPLATE gbrain_rank.spelling (LEXIZE = gbrain_rank.spelling_lexize);
COMMENT ON TEXT SEARCH TEMPLATE gbrain_rank.spelling IS
'One spelling for a word: NFKC, simplified Chinese, nothing invisible; a filter for the next dictionary';

CREATE TEXT SEARCH DICTIONARY gbrain_rank.spelling (TEMPLATE = gbrain_rank.spelling);
COMMENT ON TEXT SEARCH DICTIONARY gbrain_rank.spelling IS
'One spelling for a word: NFKC, simplified Chinese, nothing invisible; a filter for the next dictionary';

CREATE TEXT SEARCH CONFIGURATION gbrain_rank.multilingual (PARSER = gbrain_rank.multilingual);
COMMENT ON TEXT SEARCH CONFIGURATION gbrain_rank.multilingual IS
'Text in Chinese and English (stemmed) with error codes, identifiers, versions, addresses and URLs both whole and in parts';

-- English words, stop words left out. ASCII needs no other spelling.
ALTER TEXT SEARCH CONFIGURATION gbrain_rank.multilingual
    ADD MAPPING FOR asciiword, asciihword WITH pg_catalog.english_stem;
-- Other words pass the English stemmer unchanged, unless they are English with an accent.
ALTER TEXT SEARCH CONFIGURATION gbrain_rank.multilingual
    ADD MAPPING FOR word, hword, subword WITH gbrain_rank.spelling, pg_catalog.english_stem;
-- Names and codes as they stand, in lower case.
ALTER TEXT SEARCH CONFIGURATION gbrain_rank.multilingual
    ADD MAPPING FOR numword, compound WITH gbrain_rank.spelling, pg_catalog.simple;
ALTER TEXT SEARCH CONFIGURATION gbrain_rank.multilingual
    ADD MAPPING FOR version, float, uint WITH pg_catalog.simple;

COMMENT ON FUNCTION gbrain_rank.multilingual_start(internal, integer) IS 'Part of the text search parser gbrain_rank.multilingual';
COMMENT ON FUNCTION gbrain_rank.multilingual_token(internal, internal, internal) IS 'Part of the text search parser gbrain_rank.multilingual';
COMMENT ON FUNCTION gbrain_rank.multilingual_end(internal) IS 'Part of the text search parser gbrain_rank.multilingual';
COMMENT ON FUNCTION gbrain_rank.multilingual_kinds(internal) IS 'Part of the text search parser gbrain_rank.multilingual';
COMMENT ON FUNCTION gbrain_rank.multilingual_headline(internal, internal, tsquery) IS 'Part of the text search parser gbrain_rank.multilingual';
COMMENT ON FUNCTION gbrain_rank.spelling_lexize(internal, internal, internal, internal) IS 'Part of the text search template gbrain_rank.spelling';
