CREATE TABLE `__new_track_reports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`track_id` integer,
	`member_id` text,
	`playlist_id` integer,
	`user_id` text,
	`reason` text NOT NULL,
	`comment` text DEFAULT '' NOT NULL,
	`line` integer,
	`quote` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`handled_at` integer,
	`outcome` text,
	FOREIGN KEY (`track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`playlist_id`) REFERENCES `playlists`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
INSERT INTO `__new_track_reports`("id", "track_id", "member_id", "playlist_id", "user_id", "reason", "comment", "line", "quote", "created_at", "handled_at", "outcome") SELECT "id", "track_id", null, null, "user_id", "reason", "comment", "line", "quote", "created_at", "handled_at", "outcome" FROM `track_reports`;--> statement-breakpoint
DROP TABLE `track_reports`;--> statement-breakpoint
ALTER TABLE `__new_track_reports` RENAME TO `track_reports`;--> statement-breakpoint
CREATE UNIQUE INDEX `track_reports_once_unique` ON `track_reports` (`track_id`,`user_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `track_reports_member_once_unique` ON `track_reports` (`member_id`,`user_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `track_reports_playlist_once_unique` ON `track_reports` (`playlist_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `track_reports_created_index` ON `track_reports` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `track_reports_open_index` ON `track_reports` (`created_at`,`id`) WHERE handled_at is null;--> statement-breakpoint
CREATE INDEX `track_reports_handled_index` ON `track_reports` (`handled_at`,`id`) WHERE handled_at is not null;--> statement-breakpoint
CREATE INDEX `track_reports_track_index` ON `track_reports` (`track_id`,`handled_at`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `track_reports_member_index` ON `track_reports` (`member_id`,`handled_at`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `track_reports_playlist_index` ON `track_reports` (`playlist_id`,`handled_at`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `track_reports_user_index` ON `track_reports` (`user_id`);--> statement-breakpoint
ALTER TABLE `playlists` ADD `taken_down_at` integer;--> statement-breakpoint
ALTER TABLE `playlists` ADD `takedown_reason` text;--> statement-breakpoint
ALTER TABLE `playlists` ADD `was_public_before` integer;--> statement-breakpoint
ALTER TABLE `case_entries` ADD `member_id` text REFERENCES users(id) ON DELETE cascade;--> statement-breakpoint
ALTER TABLE `case_entries` ADD `playlist_id` integer REFERENCES playlists(id) ON DELETE cascade;--> statement-breakpoint
CREATE INDEX `case_entries_member_index` ON `case_entries` (`member_id`,`id`);--> statement-breakpoint
CREATE INDEX `case_entries_playlist_index` ON `case_entries` (`playlist_id`,`id`);