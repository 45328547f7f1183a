CREATE TABLE `playbacks` (
	`user_id` text PRIMARY KEY NOT NULL,
	`device_id` text NOT NULL,
	`is_playing` integer NOT NULL,
	`track_id` integer NOT NULL,
	`position_ms` integer NOT NULL,
	`rate` real NOT NULL,
	`queue` text NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `playbacks_track_index` ON `playbacks` (`track_id`);