CREATE TABLE `receipts` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`number` text NOT NULL,
	`amount` integer NOT NULL,
	`tax_rate` integer NOT NULL,
	`period_start` integer NOT NULL,
	`period_end` integer NOT NULL,
	`paid_at` integer NOT NULL,
	`supplier` text,
	`supplier_address` text,
	`registration_number` text,
	`recipient` text NOT NULL,
	`recipient_set_at` integer,
	`refunded` integer DEFAULT 0 NOT NULL,
	`refunded_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `receipts_user_index` ON `receipts` (`user_id`,`paid_at`);--> statement-breakpoint
CREATE INDEX `receipts_paid_index` ON `receipts` (`paid_at`);--> statement-breakpoint
ALTER TABLE `users` ADD `emails_receipts` integer DEFAULT true NOT NULL;--> statement-breakpoint
-- Subscriptions that have ended are read once more, for the receipts of their payments.
UPDATE `subscriptions` SET `checked_at` = `created_at` WHERE `checked_at` IS NULL;
