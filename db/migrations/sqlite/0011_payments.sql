CREATE TABLE `payments` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`subscription_id` text NOT NULL,
	`payment_intent_id` text,
	`amount` integer NOT NULL,
	`period_start` integer NOT NULL,
	`period_end` integer NOT NULL,
	`paid_at` integer NOT NULL,
	`reversed_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`subscription_id`) REFERENCES `subscriptions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `payments_user_index` ON `payments` (`user_id`);--> statement-breakpoint
CREATE INDEX `payments_subscription_index` ON `payments` (`subscription_id`);--> statement-breakpoint
CREATE INDEX `payments_intent_index` ON `payments` (`payment_intent_id`);--> statement-breakpoint
CREATE TABLE `purchases` (
	`user_id` text PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`way` text NOT NULL,
	`starts_at` integer,
	`is_created` integer DEFAULT false NOT NULL,
	`due_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `purchases_due_index` ON `purchases` (`due_at`);--> statement-breakpoint
CREATE TABLE `stripe_cancellations` (
	`id` text PRIMARY KEY NOT NULL,
	`reason` text NOT NULL,
	`refunds` integer DEFAULT false NOT NULL,
	`due_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `stripe_cancellations_due_index` ON `stripe_cancellations` (`due_at`);--> statement-breakpoint
CREATE TABLE `stripe_events` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`received_at` integer NOT NULL,
	`processed_at` integer
);
--> statement-breakpoint
CREATE INDEX `stripe_events_received_index` ON `stripe_events` (`received_at`);--> statement-breakpoint
CREATE TABLE `subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`customer_id` text NOT NULL,
	`status` text NOT NULL,
	`paid_until` integer,
	`cancel_at_period_end` integer DEFAULT false NOT NULL,
	`paused_from` integer,
	`resumes_at` integer,
	`reminded_at` integer,
	`reads_begun` integer DEFAULT 0 NOT NULL,
	`read_applied` integer DEFAULT 0 NOT NULL,
	`checked_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `subscriptions_user_index` ON `subscriptions` (`user_id`);--> statement-breakpoint
CREATE INDEX `subscriptions_checked_index` ON `subscriptions` (`checked_at`) WHERE checked_at is not null;--> statement-breakpoint
CREATE INDEX `subscriptions_resumes_index` ON `subscriptions` (`resumes_at`) WHERE resumes_at is not null;--> statement-breakpoint
ALTER TABLE `users` ADD `premium_display_end_date` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `premium_granted_from` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `premium_granted_until` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `premium_granted_days` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `stripe_customer_id` text;--> statement-breakpoint
ALTER TABLE `users` ADD `pause_used_at` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `users_stripe_customer_unique` ON `users` (`stripe_customer_id`);--> statement-breakpoint
UPDATE `users` SET `premium_display_end_date` = `premium_end_date`, `premium_granted_from` = `premium_start_date`, `premium_granted_until` = coalesce(`premium_end_date`, 253402300799000), `premium_granted_days` = coalesce(max(0, cast(round((`premium_end_date` - `premium_start_date`) / 86400000.0) as integer)), 0) WHERE `is_premium` = 1;
