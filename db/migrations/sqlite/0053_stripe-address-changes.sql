CREATE TABLE `stripe_address_changes` (
	`user_id` text PRIMARY KEY NOT NULL,
	`previous_email` text NOT NULL,
	`due_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `stripe_address_changes_due_index` ON `stripe_address_changes` (`due_at`);