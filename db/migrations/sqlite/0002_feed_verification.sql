ALTER TABLE `playlists` ADD `feed_verification` text;--> statement-breakpoint
ALTER TABLE `users` ADD `feed_verification` text;