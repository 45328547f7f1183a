-- The marks of the speakers, which stood in every text, are not searched.
UPDATE tracks SET search_text = replace(replace(search_text, char(10) || 'a: ', char(10)), char(10) || 'b: ', char(10));--> statement-breakpoint
-- Search: every one and two neighbouring characters of a track's text, as tokens (db/search.ts). `search_grams` is a
-- function of the program, which db/client.ts gives to the connection that writes.
CREATE VIRTUAL TABLE track_grams USING fts5(grams, content='', contentless_delete=1, detail=none, tokenize='ascii');--> statement-breakpoint
INSERT INTO track_grams(rowid, grams) SELECT id, search_grams(search_text) FROM tracks ORDER BY id;--> statement-breakpoint
CREATE TRIGGER track_grams_insert AFTER INSERT ON tracks BEGIN
  INSERT INTO track_grams(rowid, grams) VALUES (new.id, search_grams(new.search_text));
END;--> statement-breakpoint
CREATE TRIGGER track_grams_update AFTER UPDATE OF search_text ON tracks WHEN old.search_text <> new.search_text BEGIN
  DELETE FROM track_grams WHERE rowid = old.id;
  INSERT INTO track_grams(rowid, grams) VALUES (new.id, search_grams(new.search_text));
END;--> statement-breakpoint
CREATE TRIGGER track_grams_delete AFTER DELETE ON tracks BEGIN
  DELETE FROM track_grams WHERE rowid = old.id;
END;--> statement-breakpoint
-- Categories: how many tracks carry a label.
UPDATE labels SET usage_count = (SELECT count(*) FROM track_labels WHERE label_id = labels.id);--> statement-breakpoint
CREATE TRIGGER labels_usage_insert AFTER INSERT ON track_labels BEGIN
  UPDATE labels SET usage_count = usage_count + 1 WHERE id = new.label_id;
END;--> statement-breakpoint
CREATE TRIGGER labels_usage_delete AFTER DELETE ON track_labels BEGIN
  UPDATE labels SET usage_count = usage_count - 1 WHERE id = old.label_id;
END;--> statement-breakpoint
-- Recommended tracks (spec 2 §9): within one class of (id * 73) mod 100 by their decayed popularity, whose order does
-- not change with time, and those that nobody has met by id (db/recommended-order.ts).
CREATE INDEX tracks_recommended_index ON tracks (is_visible, ((id * 73) % 100), (CASE WHEN play_count + 2 * like_count + 0.5 * impression_count > 0 THEN ln(play_count + 2 * like_count + 0.5 * impression_count) + uploaded_at / 2592000000.0 ELSE -1000000.0 END), id);
