CREATE TABLE `objections` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`receipt` text NOT NULL,
	`token` text NOT NULL,
	`user_id` text,
	`party` text NOT NULL,
	`demand` text NOT NULL,
	`target` text NOT NULL,
	`track_id` integer,
	`member_id` text,
	`playlist_id` integer,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`explanation` text NOT NULL,
	`created_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`closed_at` integer,
	`outcome` text,
	`erased_at` integer,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`member_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`playlist_id`) REFERENCES `playlists`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `objections_receipt_unique` ON `objections` (`receipt`);--> statement-breakpoint
CREATE INDEX `objections_open_index` ON `objections` (`due_at`,`id`) WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX `objections_received_open_index` ON `objections` (`created_at`) WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX `objections_closed_index` ON `objections` (`closed_at`,`id`) WHERE closed_at is not null;--> statement-breakpoint
CREATE INDEX `objections_kept_index` ON `objections` (`closed_at`) WHERE erased_at is null;--> statement-breakpoint
CREATE INDEX `objections_created_index` ON `objections` (`created_at`);--> statement-breakpoint
CREATE INDEX `objections_user_index` ON `objections` (`user_id`);--> statement-breakpoint
CREATE INDEX `objections_track_index` ON `objections` (`track_id`);--> statement-breakpoint
CREATE INDEX `objections_member_index` ON `objections` (`member_id`);--> statement-breakpoint
CREATE INDEX `objections_playlist_index` ON `objections` (`playlist_id`);--> statement-breakpoint
ALTER TABLE `case_entries` ADD `objection_id` integer REFERENCES objections(id) ON DELETE cascade;--> statement-breakpoint
CREATE INDEX `case_entries_objection_index` ON `case_entries` (`objection_id`,`id`);