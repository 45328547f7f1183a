ALTER TABLE `tracks` ADD `search_readings` text;--> statement-breakpoint
CREATE INDEX `tracks_unread_index` ON `tracks` (`id`) WHERE search_readings is null;--> statement-breakpoint
-- Playlists are searched by their name (db/search/search-playlists.ts).
CREATE VIRTUAL TABLE playlist_grams USING fts5(grams, content='', contentless_delete=1, detail=none, tokenize='ascii');--> statement-breakpoint
INSERT INTO playlist_grams(rowid, grams) SELECT id, search_grams(fold_text(name)) FROM playlists;--> statement-breakpoint
CREATE TRIGGER playlist_grams_insert AFTER INSERT ON playlists BEGIN
  INSERT INTO playlist_grams(rowid, grams) VALUES (new.id, search_grams(fold_text(new.name)));
END;--> statement-breakpoint
CREATE TRIGGER playlist_grams_update AFTER UPDATE OF name ON playlists WHEN old.name <> new.name BEGIN
  DELETE FROM playlist_grams WHERE rowid = old.id;
  INSERT INTO playlist_grams(rowid, grams) VALUES (new.id, search_grams(fold_text(new.name)));
END;--> statement-breakpoint
CREATE TRIGGER playlist_grams_delete AFTER DELETE ON playlists BEGIN
  DELETE FROM playlist_grams WHERE rowid = old.id;
END;
