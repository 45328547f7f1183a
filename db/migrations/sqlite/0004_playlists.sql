CREATE TABLE `playlist_follows` (
	`user_id` text NOT NULL,
	`playlist_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `playlist_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`playlist_id`) REFERENCES `playlists`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `playlist_follows_newest_index` ON `playlist_follows` (`user_id`,`created_at`,`playlist_id`);--> statement-breakpoint
CREATE INDEX `playlist_follows_playlist_index` ON `playlist_follows` (`playlist_id`);--> statement-breakpoint
CREATE INDEX `playlists_slug_index` ON `playlists` (`public_slug`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `playlists_newest_index` ON `playlists` (`is_public`,`created_at`,`id`);