CREATE TABLE `case_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`contact_message_id` integer,
	`track_id` integer,
	`kind` text NOT NULL,
	`author` text NOT NULL,
	`outcome` text,
	`text` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`contact_message_id`) REFERENCES `contact_messages`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `case_entries_message_index` ON `case_entries` (`contact_message_id`,`id`);--> statement-breakpoint
CREATE INDEX `case_entries_track_index` ON `case_entries` (`track_id`,`id`);--> statement-breakpoint
ALTER TABLE `contact_messages` ADD `outcome` text;--> statement-breakpoint
ALTER TABLE `contact_messages` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX `contact_messages_open_index` ON `contact_messages` (`created_at`,`id`) WHERE handled_at is null;--> statement-breakpoint
CREATE INDEX `contact_messages_outcome_index` ON `contact_messages` (`outcome`,`handled_at`,`id`);--> statement-breakpoint
CREATE INDEX `contact_messages_email_index` ON `contact_messages` (lower(email),`created_at`);--> statement-breakpoint
ALTER TABLE `track_reports` ADD `outcome` text;--> statement-breakpoint
CREATE INDEX `track_reports_open_index` ON `track_reports` (`created_at`,`id`) WHERE handled_at is null;--> statement-breakpoint
CREATE INDEX `track_reports_handled_index` ON `track_reports` (`handled_at`,`id`) WHERE handled_at is not null;--> statement-breakpoint
CREATE INDEX `track_reports_track_index` ON `track_reports` (`track_id`,`handled_at`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `emails_failed_index` ON `emails` (`created_at`,`id`) WHERE error is not null;--> statement-breakpoint
UPDATE `contact_messages` SET `outcome` = 'handled' WHERE `handled_at` IS NOT NULL;--> statement-breakpoint
UPDATE `track_reports` SET `outcome` = 'none' WHERE `handled_at` IS NOT NULL;
