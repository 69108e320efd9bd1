-- What a later version adds (meson.build).
ALTER TABLE node ADD later int NOT NULL DEFAULT 0;
