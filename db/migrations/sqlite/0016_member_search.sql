CREATE TABLE `member_search` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`search_text` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `member_search_user_unique` ON `member_search` (`user_id`);--> statement-breakpoint
ALTER TABLE `users` ADD `revoked_branch` text;--> statement-breakpoint
CREATE INDEX `users_state_index` ON `users` (`state`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `users_premium_index` ON `users` (`created_at`,`id`) WHERE is_premium;--> statement-breakpoint
CREATE INDEX `users_no_invite_index` ON `users` (`created_at`,`id`) WHERE not can_invite;--> statement-breakpoint
CREATE INDEX `users_revoked_branch_index` ON `users` (`revoked_branch`) WHERE revoked_branch is not null;--> statement-breakpoint
-- Members are searched by name and user id: every one and two neighbouring characters, as tokens (db/search/search-members.ts).
-- `fold_text` and `search_grams` are functions of this program (db/sqlite.ts).
CREATE VIRTUAL TABLE member_grams USING fts5(grams, content='', contentless_delete=1, detail=none, tokenize='ascii');--> statement-breakpoint
CREATE TRIGGER member_grams_insert AFTER INSERT ON member_search BEGIN
  INSERT INTO member_grams(rowid, grams) VALUES (new.id, search_grams(new.search_text));
END;--> statement-breakpoint
CREATE TRIGGER member_grams_update AFTER UPDATE OF search_text ON member_search WHEN old.search_text <> new.search_text BEGIN
  DELETE FROM member_grams WHERE rowid = old.id;
  INSERT INTO member_grams(rowid, grams) VALUES (new.id, search_grams(new.search_text));
END;--> statement-breakpoint
CREATE TRIGGER member_grams_delete AFTER DELETE ON member_search BEGIN
  DELETE FROM member_grams WHERE rowid = old.id;
END;--> statement-breakpoint
CREATE TRIGGER member_search_insert AFTER INSERT ON users BEGIN
  INSERT INTO member_search(user_id, search_text) VALUES (new.id, fold_text(new.name || char(10) || coalesce(new.custom_user_id, '')));
END;--> statement-breakpoint
CREATE TRIGGER member_search_update AFTER UPDATE OF name, custom_user_id ON users
  WHEN old.name <> new.name OR old.custom_user_id IS NOT new.custom_user_id BEGIN
  UPDATE member_search SET search_text = fold_text(new.name || char(10) || coalesce(new.custom_user_id, '')) WHERE user_id = new.id;
END;--> statement-breakpoint
INSERT INTO member_search(user_id, search_text) SELECT id, fold_text(name || char(10) || coalesce(custom_user_id, '')) FROM users ORDER BY created_at, id;--> statement-breakpoint
-- Members by the beginning of their address.
CREATE INDEX users_email_index ON users (lower(email));
