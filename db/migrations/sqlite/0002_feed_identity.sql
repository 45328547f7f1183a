CREATE TABLE `site_origins` (
	`origin` text PRIMARY KEY NOT NULL,
	`first_used_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `playlists` ADD `feed_verification` text;--> statement-breakpoint
ALTER TABLE `users` ADD `feed_verification` text;