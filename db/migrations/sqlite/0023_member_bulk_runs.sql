CREATE TABLE `member_bulk_runs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`action` text NOT NULL,
	`actor_name` text,
	`reason` text,
	`user_ids` text NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`total` integer NOT NULL,
	`changed_count` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`finished_at` integer,
	`is_cancelled` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX `member_bulk_runs_open_index` ON `member_bulk_runs` (`id`) WHERE finished_at is null;--> statement-breakpoint
CREATE TABLE `member_notes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`author` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `member_notes_user_index` ON `member_notes` (`user_id`,`id`);