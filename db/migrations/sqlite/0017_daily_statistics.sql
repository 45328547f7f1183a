CREATE TABLE `daily_statistics` (
	`day` text NOT NULL,
	`metric` text NOT NULL,
	`value` real NOT NULL,
	PRIMARY KEY(`day`, `metric`)
);
--> statement-breakpoint
ALTER TABLE `audio_tasks` ADD `failure_cause` text;--> statement-breakpoint
CREATE INDEX `audio_tasks_failed_index` ON `audio_tasks` (`updated_at`) WHERE state = 'failed';--> statement-breakpoint
CREATE INDEX `stripe_events_unprocessed_index` ON `stripe_events` (`received_at`) WHERE processed_at is null;--> statement-breakpoint
CREATE INDEX `users_premium_end_index` ON `users` (`premium_end_date`) WHERE premium_end_date is not null;