CREATE TABLE `weekly_emails` (
	`user_id` text PRIMARY KEY NOT NULL,
	`token` text NOT NULL,
	`due_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `weekly_emails_token_unique` ON `weekly_emails` (`token`);--> statement-breakpoint
CREATE INDEX `weekly_emails_due_index` ON `weekly_emails` (`due_at`);