-- The first schema. docs/internals/cluster.md describes the protocol.
CREATE TABLE node (
    id bigint PRIMARY KEY,                  -- 63 random bits, chosen by the node, never used again
    beat bigint NOT NULL DEFAULT 0,         -- number of the last committed transaction of the node
    address text NOT NULL UNIQUE,           -- where other nodes reach it
    key bytea NOT NULL,                     -- 32 random bytes, for connections between nodes
    drains boolean NOT NULL DEFAULT false   -- it hands over its tables and takes no others
) WITH (fillfactor = 50);                   -- room for updates within the page
CREATE TABLE match (
    id bigint PRIMARY KEY,                  -- 64 bits, signed as PostgreSQL has it
    serial bigint GENERATED ALWAYS AS IDENTITY, -- order of creation
    code bigint UNIQUE,                     -- NULL: a finished match, imported, whose code is taken
    owner bigint REFERENCES node ON DELETE SET NULL, -- the node that writes it
    game text NOT NULL,
    version int NOT NULL,                   -- of the game's rules
    terms text NOT NULL,                    -- options, seats, clocks
    secret bytea NOT NULL,                  -- of the fair dice
    created bigint NOT NULL,                -- milliseconds since 1970, UTC
    touched bigint NOT NULL,                -- time of creation, claim, change of result or release
    result text NOT NULL                    -- empty while it is running
);
CREATE UNIQUE INDEX match_serial ON match (serial);
CREATE INDEX match_owner ON match (owner) WHERE owner IS NOT NULL;
CREATE INDEX match_touched ON match (touched);
CREATE TABLE seat (
    match bigint NOT NULL,
    seat smallint NOT NULL,                 -- 254: the owner of the table
    name text NOT NULL,
    token_hash bytea NOT NULL,
    PRIMARY KEY (match, seat)
);
CREATE TABLE event (
    match bigint NOT NULL,
    n int NOT NULL,                         -- 1, 2, 3, ... in each match
    at bigint NOT NULL,                     -- milliseconds since 1970, UTC
    kind text NOT NULL,
    data bytea NOT NULL,
    PRIMARY KEY (match, n)
) WITH (autovacuum_vacuum_insert_scale_factor = 0.02);
