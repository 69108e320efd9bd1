-- The first schema. Other programs identify a match by its id, other tables by its small key. Events
-- are inserted in the order of arrival. The index from a match to its events is written later, for
-- many events at once, because an index entry per event costs more than the event itself.
CREATE TABLE match (
    key INTEGER PRIMARY KEY,
    id INTEGER NOT NULL UNIQUE,     -- 64 bits, signed as SQLite has it
    game TEXT NOT NULL,
    version INTEGER NOT NULL,       -- of the game's rules
    terms TEXT NOT NULL,            -- options, seats, clocks
    secret BLOB NOT NULL,           -- of the fair dice
    created INTEGER NOT NULL,       -- milliseconds since 1970, UTC
    result TEXT NOT NULL            -- empty while it is running
);
CREATE INDEX running ON match (key) WHERE result = '';
CREATE TABLE seat (
    match INTEGER NOT NULL,         -- match.key
    seat INTEGER NOT NULL,          -- 254: the keeper
    name TEXT NOT NULL,
    token_hash BLOB NOT NULL,
    PRIMARY KEY (match, seat)
) WITHOUT ROWID;
CREATE TABLE event (
    id INTEGER PRIMARY KEY,         -- grows with time
    match INTEGER NOT NULL,         -- match.key
    n INTEGER NOT NULL,             -- 1, 2, 3, ... in each match
    at INTEGER NOT NULL,            -- milliseconds since 1970, UTC
    kind TEXT NOT NULL,
    data BLOB NOT NULL
);
CREATE TABLE place (
    match INTEGER NOT NULL,         -- match.key
    id INTEGER NOT NULL,            -- event.id
    PRIMARY KEY (match, id)
) WITHOUT ROWID;
CREATE TABLE placed (upto INTEGER NOT NULL); -- one row: later events have no place yet
INSERT INTO placed VALUES (0);
