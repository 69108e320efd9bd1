-- The build of a node's page: requests for files of another build go to a node that has it.
ALTER TABLE node ADD build text NOT NULL DEFAULT '';

-- Entries: values under keys (docs/internals/passport.md), and whose a seat is.
CREATE TABLE entry (
    key bytea PRIMARY KEY,
    value bytea NOT NULL
);
ALTER TABLE seat ADD COLUMN passport bigint NOT NULL DEFAULT 0; -- 0: of whoever has the token
CREATE INDEX seat_passport ON seat (passport) WHERE passport <> 0;
