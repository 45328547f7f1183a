CREATE TABLE `daily_mix_items` (
	`user_id` text NOT NULL,
	`position` integer NOT NULL,
	`track_id` integer NOT NULL,
	`reason` text NOT NULL,
	`from_ms` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`user_id`, `position`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `daily_mix_items_track_index` ON `daily_mix_items` (`track_id`);--> statement-breakpoint
CREATE TABLE `daily_mixes` (
	`user_id` text PRIMARY KEY NOT NULL,
	`minutes` integer NOT NULL,
	`day` text,
	`feed_id` text,
	`feed_created_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `daily_mixes_feed_unique` ON `daily_mixes` (`feed_id`);