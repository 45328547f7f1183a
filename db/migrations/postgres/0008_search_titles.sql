-- Search: the grams of titles alone, the first line of a track's text. Tracks that are found by their title come first.
CREATE INDEX track_title_grams_index ON track_grams USING gin (search_grams(split_part(search_text, E'\n', 1))) WITH (fastupdate = off);
