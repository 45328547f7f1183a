-- The marks of the speakers, which stood in every text, are not searched.
UPDATE tracks SET search_text = replace(replace(search_text, E'\na: ', E'\n'), E'\nb: ', E'\n');--> statement-breakpoint
-- Search: every one and two neighbouring characters of a track's text (db/search.ts).
CREATE FUNCTION search_grams(folded text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 10000 AS $$
  WITH characters AS (
    SELECT c, lead(c) OVER (ORDER BY i) AS next FROM unnest(string_to_array(folded, NULL)) WITH ORDINALITY AS t(c, i)
  ), grams AS (
    SELECT c AS gram FROM characters WHERE c NOT IN (' ', E'\n')
    UNION SELECT c || next FROM characters WHERE c NOT IN (' ', E'\n') AND next NOT IN (' ', E'\n')
  )
  SELECT coalesce(array_agg(gram), '{}') FROM grams
$$;--> statement-breakpoint
-- In a table of its own: counting a play rewrites the track's row, which would enter each of its grams anew. Its texts
-- lie beside it, so that the rows themselves are few pages.
CREATE TABLE track_grams (
  track_id integer PRIMARY KEY REFERENCES tracks (id) ON DELETE CASCADE,
  search_text text NOT NULL
) WITH (toast_tuple_target = 128);--> statement-breakpoint
INSERT INTO track_grams (track_id, search_text) SELECT id, search_text FROM tracks ORDER BY id;--> statement-breakpoint
CREATE INDEX track_grams_index ON track_grams USING gin (search_grams(search_text)) WITH (fastupdate = off);--> statement-breakpoint
CREATE FUNCTION keep_track_grams() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO track_grams (track_id, search_text) VALUES (new.id, new.search_text)
    ON CONFLICT (track_id) DO UPDATE SET search_text = excluded.search_text;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER track_grams_insert AFTER INSERT ON tracks FOR EACH ROW EXECUTE FUNCTION keep_track_grams();--> statement-breakpoint
CREATE TRIGGER track_grams_update AFTER UPDATE OF search_text ON tracks FOR EACH ROW
  WHEN (old.search_text IS DISTINCT FROM new.search_text) EXECUTE FUNCTION keep_track_grams();--> statement-breakpoint
-- Categories: how many tracks carry a label.
UPDATE labels SET usage_count = (SELECT count(*) FROM track_labels WHERE label_id = labels.id);--> statement-breakpoint
CREATE FUNCTION count_label_usage() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'INSERT' THEN
    UPDATE labels SET usage_count = usage_count + 1 WHERE id = new.label_id;
  ELSE
    UPDATE labels SET usage_count = usage_count - 1 WHERE id = old.label_id;
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER labels_usage AFTER INSERT OR DELETE ON track_labels FOR EACH ROW EXECUTE FUNCTION count_label_usage();--> statement-breakpoint
-- Labels by the beginning of their name, whatever the database's collation.
DROP INDEX labels_folded_index;--> statement-breakpoint
CREATE INDEX labels_folded_index ON labels (folded text_pattern_ops);--> statement-breakpoint
-- Recommended tracks (spec 2 §9): within one class of (id * 73) mod 100 by their decayed popularity, whose order does
-- not change with time, and those that nobody has met by id (db/recommended-order.ts).
CREATE INDEX tracks_recommended_index ON tracks (is_visible, ((id::bigint * 73) % 100), (CASE WHEN play_count + 2 * like_count + 0.5 * impression_count > 0 THEN ln((play_count + 2 * like_count + 0.5 * impression_count)::double precision) + extract(epoch FROM uploaded_at - timestamptz '2020-01-01 00:00:00+00')::double precision / 2592000 ELSE -1000000::double precision END), id);
