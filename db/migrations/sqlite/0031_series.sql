CREATE TABLE `series` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`title` text NOT NULL,
	`category` text NOT NULL,
	`playlist_id` integer,
	`narration` text NOT NULL,
	`days` text NOT NULL,
	`hour` integer NOT NULL,
	`state` text NOT NULL,
	`next_at` integer NOT NULL,
	`check_at` integer NOT NULL,
	`problem` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`playlist_id`) REFERENCES `playlists`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `series_user_index` ON `series` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `series_playlist_index` ON `series` (`playlist_id`);--> statement-breakpoint
CREATE INDEX `series_due_index` ON `series` (`check_at`) WHERE state = 'active';--> statement-breakpoint
CREATE TABLE `series_episodes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`series_id` integer NOT NULL,
	`position` integer NOT NULL,
	`heading` text NOT NULL,
	`text` text NOT NULL,
	`seconds` integer NOT NULL,
	`state` text NOT NULL,
	`script_task_id` text,
	`preview_task_id` text,
	`track_id` integer,
	FOREIGN KEY (`series_id`) REFERENCES `series`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `series_episodes_series_index` ON `series_episodes` (`series_id`,`position`);--> statement-breakpoint
CREATE UNIQUE INDEX `series_episodes_track_unique` ON `series_episodes` (`track_id`);