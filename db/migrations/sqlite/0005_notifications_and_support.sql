CREATE TABLE `notifications` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`type` text NOT NULL,
	`actor_id` text,
	`track_id` integer,
	`playlist_id` integer,
	`cause` text NOT NULL,
	`bundle` text NOT NULL,
	`is_read` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`playlist_id`) REFERENCES `playlists`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `notifications_cause_unique` ON `notifications` (`user_id`,`cause`);--> statement-breakpoint
CREATE INDEX `notifications_newest_index` ON `notifications` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `notifications_bundle_index` ON `notifications` (`user_id`,`bundle`,`id`);--> statement-breakpoint
CREATE INDEX `notifications_unread_index` ON `notifications` (`user_id`,`is_read`,`id`);--> statement-breakpoint
CREATE INDEX `notifications_actor_index` ON `notifications` (`actor_id`);--> statement-breakpoint
CREATE INDEX `notifications_track_index` ON `notifications` (`track_id`);--> statement-breakpoint
CREATE INDEX `notifications_playlist_index` ON `notifications` (`playlist_id`);--> statement-breakpoint
CREATE INDEX `notifications_created_index` ON `notifications` (`created_at`);--> statement-breakpoint
CREATE TABLE `push_deliveries` (
	`subscription_id` text NOT NULL,
	`bundle` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`subscription_id`, `bundle`),
	FOREIGN KEY (`subscription_id`) REFERENCES `push_subscriptions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `push_deliveries_due_index` ON `push_deliveries` (`due_at`);--> statement-breakpoint
CREATE TABLE `push_subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`session_id` text NOT NULL,
	`endpoint` text NOT NULL,
	`p256dh` text NOT NULL,
	`auth` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscriptions_endpoint_unique` ON `push_subscriptions` (`endpoint`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_user_index` ON `push_subscriptions` (`user_id`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_session_index` ON `push_subscriptions` (`session_id`);--> statement-breakpoint
CREATE TABLE `contact_messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`subject` text NOT NULL,
	`message` text NOT NULL,
	`created_at` integer NOT NULL,
	`handled_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `contact_messages_created_index` ON `contact_messages` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `contact_messages_user_index` ON `contact_messages` (`user_id`);--> statement-breakpoint
CREATE TABLE `emails` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`to` text NOT NULL,
	`reply_to` text,
	`template` text NOT NULL,
	`values` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` integer NOT NULL,
	`error` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `emails_due_index` ON `emails` (`due_at`) WHERE error is null;--> statement-breakpoint
CREATE INDEX `emails_user_index` ON `emails` (`user_id`);--> statement-breakpoint
CREATE TABLE `track_reports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`track_id` integer NOT NULL,
	`user_id` text,
	`reason` text NOT NULL,
	`comment` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`handled_at` integer,
	FOREIGN KEY (`track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `track_reports_once_unique` ON `track_reports` (`track_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `track_reports_created_index` ON `track_reports` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `track_reports_user_index` ON `track_reports` (`user_id`);