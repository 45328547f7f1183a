ALTER TABLE `playlists` ADD `name_readings` text;--> statement-breakpoint
CREATE INDEX `playlists_unread_index` ON `playlists` (`id`) WHERE name_readings is null;--> statement-breakpoint
ALTER TABLE `member_search` ADD `name_readings` text;--> statement-breakpoint
CREATE INDEX `member_search_unread_index` ON `member_search` (`id`) WHERE name_readings is null;--> statement-breakpoint
-- Another name is unread.
DROP TRIGGER member_search_update;--> statement-breakpoint
CREATE TRIGGER member_search_update AFTER UPDATE OF name, custom_user_id ON users
  WHEN old.name <> new.name OR old.custom_user_id IS NOT new.custom_user_id BEGIN
  UPDATE member_search SET search_text = fold_text(new.name || char(10) || coalesce(new.custom_user_id, '')), name_readings = NULL
    WHERE user_id = new.id;
END;--> statement-breakpoint
DROP TRIGGER playlist_grams_update;--> statement-breakpoint
CREATE TRIGGER playlist_grams_update AFTER UPDATE OF name ON playlists WHEN old.name <> new.name BEGIN
  DELETE FROM playlist_grams WHERE rowid = old.id;
  INSERT INTO playlist_grams(rowid, grams) VALUES (new.id, search_grams(fold_text(new.name)));
  UPDATE playlists SET name_readings = NULL WHERE id = new.id;
END;--> statement-breakpoint
CREATE TRIGGER playlist_grams_read AFTER UPDATE OF name_readings ON playlists
  WHEN new.name_readings <> '' AND new.name_readings IS NOT old.name_readings BEGIN
  DELETE FROM playlist_grams WHERE rowid = old.id;
  INSERT INTO playlist_grams(rowid, grams) VALUES (new.id, search_grams(fold_text(new.name) || char(10) || new.name_readings));
END;
