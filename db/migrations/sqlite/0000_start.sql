CREATE TABLE `audio_tasks` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`flow` text NOT NULL,
	`state` text DEFAULT 'queued' NOT NULL,
	`stage` text DEFAULT 'pending' NOT NULL,
	`progress` integer DEFAULT 0 NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`input_text` text NOT NULL,
	`title` text DEFAULT '' NOT NULL,
	`script` text,
	`fact_check` text,
	`labels` text,
	`original_script` text,
	`issues` text,
	`speaking_rate` real DEFAULT 1 NOT NULL,
	`script_task_id` text,
	`preview_filename` text,
	`preview` text,
	`usage_day` text,
	`track_id` integer,
	`error` text,
	`is_discarded` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "audio_tasks_progress_percent" CHECK("audio_tasks"."progress" between 0 and 100)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `audio_tasks_preview_unique` ON `audio_tasks` (`preview_filename`);--> statement-breakpoint
CREATE INDEX `audio_tasks_user_index` ON `audio_tasks` (`user_id`,`kind`,`created_at`);--> statement-breakpoint
CREATE INDEX `audio_tasks_open_index` ON `audio_tasks` (`updated_at`) WHERE state in ('queued', 'processing', 'script_generation', 'audio_generation');--> statement-breakpoint
CREATE INDEX `audio_tasks_expires_index` ON `audio_tasks` (`expires_at`);--> statement-breakpoint
CREATE TABLE `daily_usage` (
	`user_id` text NOT NULL,
	`day` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`user_id`, `day`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "daily_usage_not_negative" CHECK("daily_usage"."count" >= 0)
);
--> statement-breakpoint
CREATE TABLE `settings` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `labels` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`folded` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `labels_name_unique` ON `labels` (`name`);--> statement-breakpoint
CREATE TABLE `renditions` (
	`track_id` integer NOT NULL,
	`kbps` integer NOT NULL,
	`storage_key` text NOT NULL,
	`bytes` integer NOT NULL,
	`sha256` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`track_id`, `kbps`),
	FOREIGN KEY (`track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `renditions_storage_unique` ON `renditions` (`storage_key`);--> statement-breakpoint
CREATE TABLE `track_labels` (
	`track_id` integer NOT NULL,
	`label_id` integer NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`track_id`, `label_id`),
	FOREIGN KEY (`track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`label_id`) REFERENCES `labels`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `track_labels_label_index` ON `track_labels` (`label_id`,`track_id`);--> statement-breakpoint
CREATE TABLE `tracks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`title` text NOT NULL,
	`script` text NOT NULL,
	`filename` text NOT NULL,
	`duration_ms` integer NOT NULL,
	`play_count` integer DEFAULT 0 NOT NULL,
	`like_count` integer DEFAULT 0 NOT NULL,
	`impression_count` integer DEFAULT 0 NOT NULL,
	`bookmark_count` integer DEFAULT 0 NOT NULL,
	`is_visible` integer DEFAULT true NOT NULL,
	`search_text` text NOT NULL,
	`task_id` text,
	`seed_slug` text,
	`uploaded_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "tracks_duration_positive" CHECK("tracks"."duration_ms" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tracks_task_unique` ON `tracks` (`task_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `tracks_seed_unique` ON `tracks` (`seed_slug`);--> statement-breakpoint
CREATE INDEX `tracks_newest_index` ON `tracks` (`is_visible`,`uploaded_at`,`id`);--> statement-breakpoint
CREATE INDEX `tracks_user_index` ON `tracks` (`user_id`,`uploaded_at`,`id`);--> statement-breakpoint
CREATE TABLE `transcript_cues` (
	`track_id` integer NOT NULL,
	`position` integer NOT NULL,
	`speaker` text NOT NULL,
	`text` text NOT NULL,
	`start_ms` integer NOT NULL,
	`end_ms` integer NOT NULL,
	PRIMARY KEY(`track_id`, `position`),
	FOREIGN KEY (`track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `invitations` (
	`code` text PRIMARY KEY NOT NULL,
	`owner_id` text,
	`max_uses` integer DEFAULT 1 NOT NULL,
	`used_count` integer DEFAULT 0 NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`expires_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`device_info` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`last_active_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sessions_user_index` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_expires_index` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`provider` text NOT NULL,
	`subject` text NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`custom_user_id` text,
	`custom_user_id_folded` text,
	`picture` text,
	`x_handle` text,
	`state` text DEFAULT 'approved' NOT NULL,
	`is_premium` integer DEFAULT false NOT NULL,
	`premium_start_date` integer,
	`premium_end_date` integer,
	`can_invite` integer DEFAULT true NOT NULL,
	`invited_with` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_identity_unique` ON `users` (`provider`,`subject`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_custom_user_id_unique` ON `users` (`custom_user_id_folded`);--> statement-breakpoint
CREATE INDEX `users_created_index` ON `users` (`created_at`,`id`);