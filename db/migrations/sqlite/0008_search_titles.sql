-- Search: the grams of titles alone, the first line of a track's text. Tracks that are found by their title come first.
CREATE VIRTUAL TABLE track_title_grams USING fts5(grams, content='', contentless_delete=1, detail=none, tokenize='ascii');--> statement-breakpoint
INSERT INTO track_title_grams(rowid, grams) SELECT id, search_grams(substr(search_text, 1, instr(search_text || char(10), char(10)) - 1)) FROM tracks ORDER BY id;--> statement-breakpoint
CREATE TRIGGER track_title_grams_insert AFTER INSERT ON tracks BEGIN
  INSERT INTO track_title_grams(rowid, grams) VALUES (new.id, search_grams(substr(new.search_text, 1, instr(new.search_text || char(10), char(10)) - 1)));
END;--> statement-breakpoint
CREATE TRIGGER track_title_grams_update AFTER UPDATE OF search_text ON tracks
WHEN substr(old.search_text, 1, instr(old.search_text || char(10), char(10)) - 1) <> substr(new.search_text, 1, instr(new.search_text || char(10), char(10)) - 1) BEGIN
  DELETE FROM track_title_grams WHERE rowid = old.id;
  INSERT INTO track_title_grams(rowid, grams) VALUES (new.id, search_grams(substr(new.search_text, 1, instr(new.search_text || char(10), char(10)) - 1)));
END;--> statement-breakpoint
CREATE TRIGGER track_title_grams_delete AFTER DELETE ON tracks BEGIN
  DELETE FROM track_title_grams WHERE rowid = old.id;
END;
