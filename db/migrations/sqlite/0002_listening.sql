CREATE TABLE `count_marks` (
	`listener` text NOT NULL,
	`track_id` integer NOT NULL,
	`kind` text NOT NULL,
	`counted_at` integer NOT NULL,
	PRIMARY KEY(`listener`, `track_id`, `kind`)
);
--> statement-breakpoint
CREATE INDEX `count_marks_counted_index` ON `count_marks` (`counted_at`);--> statement-breakpoint
CREATE TABLE `listening_history` (
	`user_id` text NOT NULL,
	`track_id` integer NOT NULL,
	`listened_at` integer NOT NULL,
	`position_ms` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`user_id`, `track_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `listening_history_newest_index` ON `listening_history` (`user_id`,`listened_at`,`track_id`);--> statement-breakpoint
CREATE INDEX `listening_history_track_index` ON `listening_history` (`track_id`);--> statement-breakpoint
ALTER TABLE `labels` ADD `usage_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `labels_usage_index` ON `labels` (`usage_count`,`id`);--> statement-breakpoint
CREATE INDEX `labels_folded_index` ON `labels` (`folded`);--> statement-breakpoint
ALTER TABLE `users` ADD `speed_trial_ends_at` integer;