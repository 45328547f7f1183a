CREATE TABLE `digest_emails` (
	`user_id` text PRIMARY KEY NOT NULL,
	`token` text NOT NULL,
	`due_at` integer NOT NULL,
	`told_id` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `digest_emails_token_unique` ON `digest_emails` (`token`);--> statement-breakpoint
CREATE INDEX `digest_emails_due_index` ON `digest_emails` (`due_at`);