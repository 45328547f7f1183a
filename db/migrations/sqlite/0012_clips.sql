CREATE TABLE `clips` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`track_id` integer NOT NULL,
	`first_turn` integer NOT NULL,
	`first_sentence` integer NOT NULL,
	`last_turn` integer NOT NULL,
	`last_sentence` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `clips_range_unique` ON `clips` (`user_id`,`track_id`,`first_turn`,`first_sentence`,`last_turn`,`last_sentence`);--> statement-breakpoint
CREATE INDEX `clips_newest_index` ON `clips` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `clips_track_index` ON `clips` (`track_id`,`user_id`);