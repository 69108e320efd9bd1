-- Names the two tables of the index by their purpose.
ALTER TABLE place RENAME TO event_index;
ALTER TABLE placed RENAME TO event_index_watermark;
