-- Entries: values under keys (docs/internals/passport.md), and whose a seat is.
CREATE TABLE entry (
    key BLOB PRIMARY KEY,
    value BLOB NOT NULL
) WITHOUT ROWID;
ALTER TABLE seat ADD COLUMN passport INTEGER NOT NULL DEFAULT 0; -- 0: of whoever has the token
CREATE INDEX seat_passport ON seat (passport) WHERE passport <> 0;
