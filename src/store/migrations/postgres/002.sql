-- The public tables of each node, for the lobby of the others. Not replicated: each node writes its row
-- again when it is missing.
CREATE UNLOGGED TABLE lobby (
    node bigint PRIMARY KEY REFERENCES node ON DELETE CASCADE,
    tables text NOT NULL                    -- one line per table
);
