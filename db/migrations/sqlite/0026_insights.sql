CREATE TABLE `member_insights` (
	`user_id` text NOT NULL,
	`day` text NOT NULL,
	`source` text NOT NULL,
	`value` integer NOT NULL,
	PRIMARY KEY(`user_id`, `day`, `source`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `track_insights` (
	`track_id` integer NOT NULL,
	`day` text NOT NULL,
	`source` text NOT NULL,
	`value` integer NOT NULL,
	PRIMARY KEY(`track_id`, `day`, `source`),
	FOREIGN KEY (`track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
DROP INDEX `listening_history_track_index`;--> statement-breakpoint
CREATE INDEX `listening_history_track_newest_index` ON `listening_history` (`track_id`,`listened_at`,`position_ms`,`user_id`);