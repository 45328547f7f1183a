CREATE TABLE `follows` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`follower_id` text NOT NULL,
	`following_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`follower_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`following_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "follows_not_oneself" CHECK("follows"."follower_id" <> "follows"."following_id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `follows_pair_unique` ON `follows` (`follower_id`,`following_id`);--> statement-breakpoint
CREATE INDEX `follows_following_index` ON `follows` (`following_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `follows_follower_index` ON `follows` (`follower_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `likes` (
	`user_id` text NOT NULL,
	`track_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `track_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `likes_newest_index` ON `likes` (`user_id`,`created_at`,`track_id`);--> statement-breakpoint
CREATE INDEX `likes_track_index` ON `likes` (`track_id`);--> statement-breakpoint
CREATE TABLE `playlist_items` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`playlist_id` integer NOT NULL,
	`track_id` integer NOT NULL,
	`position` integer NOT NULL,
	FOREIGN KEY (`playlist_id`) REFERENCES `playlists`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `playlist_items_track_unique` ON `playlist_items` (`playlist_id`,`track_id`);--> statement-breakpoint
CREATE INDEX `playlist_items_position_index` ON `playlist_items` (`playlist_id`,`position`);--> statement-breakpoint
CREATE INDEX `playlist_items_track_index` ON `playlist_items` (`track_id`);--> statement-breakpoint
CREATE TABLE `playlists` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`category` text NOT NULL,
	`description` text,
	`is_public` integer DEFAULT true NOT NULL,
	`public_slug` text,
	`impression_count` integer DEFAULT 0 NOT NULL,
	`follower_count` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `playlists_slug_unique` ON `playlists` (`user_id`,`public_slug`);--> statement-breakpoint
CREATE INDEX `playlists_user_index` ON `playlists` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `consents` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`cookie_consent` integer NOT NULL,
	`analytics_consent` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `consents_user_index` ON `consents` (`user_id`);--> statement-breakpoint
CREATE INDEX `consents_updated_index` ON `consents` (`updated_at`);--> statement-breakpoint
CREATE TABLE `sign_in_attempts` (
	`id` text PRIMARY KEY NOT NULL,
	`nonce` text NOT NULL,
	`return_path` text NOT NULL,
	`invitation_code` text,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sign_in_attempts_expires_index` ON `sign_in_attempts` (`expires_at`);--> statement-breakpoint
ALTER TABLE `users` ADD `invited_by_id` text;--> statement-breakpoint
ALTER TABLE `users` ADD `follower_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `following_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `users_invited_by_index` ON `users` (`invited_by_id`);--> statement-breakpoint
CREATE INDEX `invitations_owner_index` ON `invitations` (`owner_id`,`created_at`);