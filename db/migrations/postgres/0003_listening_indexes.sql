-- Search: every one and two neighbouring characters of a track's text (db/search.ts).
CREATE FUNCTION search_grams(folded text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  WITH characters AS (
    SELECT c, lead(c) OVER (ORDER BY i) AS next FROM unnest(string_to_array(folded, NULL)) WITH ORDINALITY AS t(c, i)
  ), grams AS (
    SELECT c AS gram FROM characters WHERE c !~ '\s'
    UNION SELECT c || next FROM characters WHERE c !~ '\s' AND next !~ '\s'
  )
  SELECT coalesce(array_agg(gram), '{}') FROM grams
$$;--> statement-breakpoint
CREATE INDEX tracks_grams_index ON tracks USING gin (search_grams(search_text));--> statement-breakpoint
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
-- Recommended tracks (spec 2 §9): within one class of (id * 73) mod 100 by their decayed popularity, whose order does
-- not change with time (db/recommended-order.ts).
CREATE INDEX tracks_recommended_index ON tracks (is_visible, ((id::bigint * 73) % 100), (ln((play_count + 2.0 * like_count + 0.5 * impression_count + 1e-9)::double precision) + extract(epoch FROM uploaded_at - timestamptz '2020-01-01 00:00:00+00')::double precision / 2592000));
