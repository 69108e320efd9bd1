-- The build of a node's page: requests for files of another build go to a node that has it.
ALTER TABLE node ADD build text NOT NULL DEFAULT '';
