CREATE TABLE `sources` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`flow` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`title` text NOT NULL,
	`permitted_at` integer,
	`blocks` text NOT NULL,
	`omitted` text NOT NULL,
	`is_truncated` integer NOT NULL,
	`chosen` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sources_user_index` ON `sources` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `sources_expires_index` ON `sources` (`expires_at`);