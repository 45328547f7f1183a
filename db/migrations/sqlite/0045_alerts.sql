CREATE TABLE `alert_marks` (
	`recipient` text NOT NULL,
	`kind` text NOT NULL,
	`seen_until` integer NOT NULL,
	`level` integer NOT NULL,
	`sent_at` integer,
	`new_count` integer DEFAULT 0 NOT NULL,
	`total_count` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`recipient`, `kind`)
);
--> statement-breakpoint
CREATE TABLE `operator_alerts` (
	`operator_id` text PRIMARY KEY NOT NULL,
	`email` text,
	`push_kinds` text NOT NULL,
	`email_kinds` text NOT NULL,
	`quiet_from` integer,
	`quiet_until` integer,
	`urgent_passes` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE `webhook_deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`webhook_id` text NOT NULL,
	`body` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`webhook_id`) REFERENCES `webhooks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_due_index` ON `webhook_deliveries` (`due_at`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_webhook_index` ON `webhook_deliveries` (`webhook_id`);--> statement-breakpoint
CREATE TABLE `webhooks` (
	`id` text PRIMARY KEY NOT NULL,
	`url` text NOT NULL,
	`kinds` text NOT NULL,
	`secret` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_at` integer,
	`last_status` integer,
	`last_error` text
);
--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_push_subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`audience` text DEFAULT 'member' NOT NULL,
	`user_id` text,
	`session_id` text,
	`operator_id` text,
	`device_info` text,
	`endpoint` text NOT NULL,
	`p256dh` text NOT NULL,
	`auth` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
INSERT INTO `__new_push_subscriptions`("id", "audience", "user_id", "session_id", "operator_id", "device_info", "endpoint", "p256dh", "auth", "created_at") SELECT "id", 'member', "user_id", "session_id", NULL, NULL, "endpoint", "p256dh", "auth", "created_at" FROM `push_subscriptions`;--> statement-breakpoint
DROP TABLE `push_subscriptions`;--> statement-breakpoint
ALTER TABLE `__new_push_subscriptions` RENAME TO `push_subscriptions`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscriptions_endpoint_unique` ON `push_subscriptions` (`endpoint`,`audience`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_user_index` ON `push_subscriptions` (`user_id`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_operator_index` ON `push_subscriptions` (`operator_id`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_session_index` ON `push_subscriptions` (`session_id`);--> statement-breakpoint
INSERT INTO `operator_alerts` (`operator_id`, `push_kinds`, `email_kinds`) SELECT 'first', '[]', '["morning"]' FROM `settings` WHERE `key` = 'morning_email';--> statement-breakpoint
INSERT INTO `alert_marks` (`recipient`, `kind`, `seen_until`, `level`) SELECT 'operator first', 'morning', (CAST(strftime('%s', `value`) AS integer) + 3 * 3600) * 1000, 0 FROM `settings` WHERE `key` = 'morning_email';--> statement-breakpoint
DELETE FROM `settings` WHERE `key` = 'morning_email';