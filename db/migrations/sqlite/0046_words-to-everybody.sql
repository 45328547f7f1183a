CREATE TABLE `email_texts` (
	`template` text NOT NULL,
	`version` integer NOT NULL,
	`text` text,
	`operator_name` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`template`, `version`)
);
--> statement-breakpoint
ALTER TABLE `bulk_runs` ADD `announcement_id` integer REFERENCES announcements(id) ON DELETE cascade;--> statement-breakpoint
ALTER TABLE `bulk_runs` ADD `letter` text;--> statement-breakpoint
ALTER TABLE `bulk_runs` ADD `last_member` text;--> statement-breakpoint
ALTER TABLE `bulk_runs` ADD `due_at` integer;--> statement-breakpoint
ALTER TABLE `bulk_runs` ADD `sent_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `bulk_runs_announcement_index` ON `bulk_runs` (`announcement_id`) WHERE announcement_id is not null;--> statement-breakpoint
ALTER TABLE `notifications` ADD `announcement_id` integer REFERENCES announcements(id) ON DELETE cascade;--> statement-breakpoint
CREATE INDEX `notifications_announcement_index` ON `notifications` (`announcement_id`) WHERE announcement_id is not null;--> statement-breakpoint
ALTER TABLE `emails` ADD `bulk_run_id` integer REFERENCES bulk_runs(id) ON DELETE cascade;--> statement-breakpoint
CREATE INDEX `emails_bulk_run_index` ON `emails` (`bulk_run_id`) WHERE bulk_run_id is not null;--> statement-breakpoint
ALTER TABLE `users` ADD `emails_news` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `news_token` text;--> statement-breakpoint
CREATE UNIQUE INDEX `users_news_token_unique` ON `users` (`news_token`);--> statement-breakpoint
CREATE INDEX `users_news_index` ON `users` (`created_at`,`id`) WHERE state = 'approved' and provider = 'google' and emails_news;