CREATE TABLE `failed_payments` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`subscription_id` text NOT NULL,
	`amount` integer NOT NULL,
	`attempts` integer NOT NULL,
	`failure` text,
	`failed_at` integer NOT NULL,
	`next_attempt_at` integer,
	`outcome` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`subscription_id`) REFERENCES `subscriptions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `failed_payments_user_index` ON `failed_payments` (`user_id`,`failed_at`,`id`);--> statement-breakpoint
CREATE INDEX `failed_payments_subscription_index` ON `failed_payments` (`subscription_id`);--> statement-breakpoint
CREATE INDEX `failed_payments_failed_index` ON `failed_payments` (`failed_at`,`id`);--> statement-breakpoint
CREATE INDEX `failed_payments_open_index` ON `failed_payments` (`failed_at`,`id`) WHERE outcome = 'open';--> statement-breakpoint
CREATE TABLE `refunds` (
	`id` text PRIMARY KEY NOT NULL,
	`stripe_id` text,
	`user_id` text,
	`receipt_id` text NOT NULL,
	`amount` integer NOT NULL,
	`reason` text,
	`status` text NOT NULL,
	`failure` text,
	`audit_id` integer,
	`due_at` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`receipt_id`) REFERENCES `receipts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_stripe_unique` ON `refunds` (`stripe_id`);--> statement-breakpoint
CREATE INDEX `refunds_receipt_index` ON `refunds` (`receipt_id`);--> statement-breakpoint
CREATE INDEX `refunds_created_index` ON `refunds` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `refunds_user_index` ON `refunds` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `refunds_failed_index` ON `refunds` (`created_at`,`id`) WHERE status in ('failed', 'refused');--> statement-breakpoint
CREATE INDEX `refunds_due_index` ON `refunds` (`due_at`) WHERE due_at is not null;--> statement-breakpoint
DROP INDEX `receipts_user_index`;--> statement-breakpoint
DROP INDEX `receipts_paid_index`;--> statement-breakpoint
ALTER TABLE `receipts` ADD `payment_intent_id` text;--> statement-breakpoint
CREATE INDEX `receipts_refunded_index` ON `receipts` (`paid_at`,`id`) WHERE refunded > 0;--> statement-breakpoint
CREATE INDEX `receipts_number_index` ON `receipts` (`number`);--> statement-breakpoint
CREATE INDEX `receipts_intent_index` ON `receipts` (`payment_intent_id`);--> statement-breakpoint
CREATE INDEX `receipts_user_index` ON `receipts` (`user_id`,`paid_at`,`id`);--> statement-breakpoint
CREATE INDEX `receipts_paid_index` ON `receipts` (`paid_at`,`id`);--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `ended_at` integer;--> statement-breakpoint
CREATE INDEX `subscriptions_created_index` ON `subscriptions` (`created_at`,`status`);--> statement-breakpoint
CREATE INDEX `subscriptions_ended_index` ON `subscriptions` (`ended_at`) WHERE ended_at is not null;--> statement-breakpoint
CREATE INDEX `subscriptions_open_index` ON `subscriptions` (`status`,`paid_until`) WHERE ended_at is null;--> statement-breakpoint
UPDATE "receipts" SET "payment_intent_id" = (SELECT "payment_intent_id" FROM "payments" WHERE "payments"."id" = "receipts"."id");--> statement-breakpoint
UPDATE "subscriptions" SET "checked_at" = "created_at" WHERE "status" = 'canceled';
