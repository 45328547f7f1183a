CREATE TABLE `admin_sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`username` text NOT NULL,
	`credentials` text NOT NULL,
	`device_info` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`authenticated_at` integer NOT NULL,
	`last_active_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `admin_sessions_expires_index` ON `admin_sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `audit_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`actor_kind` text NOT NULL,
	`actor_name` text,
	`action` text NOT NULL,
	`target_type` text,
	`target_id` text,
	`before` text,
	`after` text,
	`is_automated` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_log_at_index` ON `audit_log` (`at`,`id`);--> statement-breakpoint
CREATE INDEX `audit_log_target_index` ON `audit_log` (`target_type`,`target_id`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `audit_log_action_index` ON `audit_log` (`action`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `audit_log_actor_index` ON `audit_log` (`actor_kind`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `audit_log_automated_index` ON `audit_log` (`is_automated`,`at`,`id`);--> statement-breakpoint
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
	`is_title_derived` integer DEFAULT false NOT NULL,
	`script` text,
	`fact_check` text,
	`labels` text,
	`original_script` text,
	`issues` text,
	`speaking_rate` real DEFAULT 1 NOT NULL,
	`presentation` text,
	`script_task_id` text,
	`preview_filename` text,
	`preview` text,
	`revision` text,
	`usage_day` text,
	`track_id` integer,
	`error` text,
	`failure_cause` text,
	`is_discarded` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`started_at` integer,
	`updated_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "audio_tasks_progress_percent" CHECK("audio_tasks"."progress" between 0 and 100)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `audio_tasks_preview_unique` ON `audio_tasks` (`preview_filename`);--> statement-breakpoint
CREATE INDEX `audio_tasks_user_index` ON `audio_tasks` (`user_id`,`kind`,`created_at`);--> statement-breakpoint
CREATE INDEX `audio_tasks_open_index` ON `audio_tasks` (`updated_at`) WHERE state in ('queued', 'processing', 'script_generation', 'audio_generation');--> statement-breakpoint
CREATE INDEX `audio_tasks_failed_index` ON `audio_tasks` (`updated_at`) WHERE state = 'failed';--> statement-breakpoint
CREATE INDEX `audio_tasks_expires_index` ON `audio_tasks` (`expires_at`);--> statement-breakpoint
CREATE TABLE `creation_choices` (
	`user_id` text PRIMARY KEY NOT NULL,
	`presentation` text NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
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
CREATE TABLE `engine_circuits` (
	`engine` text PRIMARY KEY NOT NULL,
	`failures` integer NOT NULL,
	`window_started_at` integer NOT NULL,
	`open_until` integer,
	`is_lasting` integer DEFAULT false NOT NULL,
	`openings` integer DEFAULT 0 NOT NULL,
	`last_error` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `engine_days` (
	`day` text NOT NULL,
	`engine` text NOT NULL,
	`requests` integer NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`characters` integer NOT NULL,
	`input_tokens` integer DEFAULT 0 NOT NULL,
	`output_tokens` integer DEFAULT 0 NOT NULL,
	`milliseconds` integer DEFAULT 0 NOT NULL,
	`yen` real DEFAULT 0 NOT NULL,
	PRIMARY KEY(`day`, `engine`)
);
--> statement-breakpoint
CREATE TABLE `engine_usage` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`engine` text NOT NULL,
	`purpose` text NOT NULL,
	`model` text NOT NULL,
	`user_id` text,
	`task_id` text,
	`day` text NOT NULL,
	`outcome` text NOT NULL,
	`characters` integer NOT NULL,
	`input_tokens` integer DEFAULT 0 NOT NULL,
	`output_tokens` integer DEFAULT 0 NOT NULL,
	`milliseconds` integer DEFAULT 0 NOT NULL,
	`yen` real DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `engine_usage_user_index` ON `engine_usage` (`user_id`,`day`);--> statement-breakpoint
CREATE INDEX `engine_usage_created_index` ON `engine_usage` (`created_at`);--> statement-breakpoint
CREATE TABLE `file_removals` (
	`path` text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `generation_tasks` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`theme_id` integer,
	`input_text` text,
	`active_key` text NOT NULL,
	`speaking_rate` real NOT NULL,
	`state` text DEFAULT 'queued' NOT NULL,
	`stage` text DEFAULT 'initialization' NOT NULL,
	`stage_log` text NOT NULL,
	`progress` integer DEFAULT 0 NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`script` text,
	`title` text,
	`labels` text,
	`fact_check` text,
	`grounding` text,
	`track_id` integer,
	`error` text,
	`failure_cause` text,
	`created_at` integer NOT NULL,
	`started_at` integer,
	`updated_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`theme_id`) REFERENCES `themes`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "generation_tasks_progress_percent" CHECK("generation_tasks"."progress" between 0 and 100),
	CONSTRAINT "generation_tasks_text_of_kind" CHECK(("generation_tasks"."kind" = 'text') = ("generation_tasks"."input_text" is not null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `generation_tasks_active_unique` ON `generation_tasks` (`active_key`) WHERE state in ('queued', 'processing');--> statement-breakpoint
CREATE INDEX `generation_tasks_kind_index` ON `generation_tasks` (`kind`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `generation_tasks_state_index` ON `generation_tasks` (`kind`,`state`);--> statement-breakpoint
CREATE INDEX `generation_tasks_ended_index` ON `generation_tasks` (`ended_at`);--> statement-breakpoint
CREATE INDEX `generation_tasks_theme_index` ON `generation_tasks` (`theme_id`);--> statement-breakpoint
CREATE INDEX `generation_tasks_track_index` ON `generation_tasks` (`track_id`);--> statement-breakpoint
CREATE TABLE `count_marks` (
	`listener` text NOT NULL,
	`track_id` integer NOT NULL,
	`kind` text NOT NULL,
	`counted_at` integer NOT NULL,
	PRIMARY KEY(`listener`, `track_id`, `kind`)
);
--> statement-breakpoint
CREATE INDEX `count_marks_counted_index` ON `count_marks` (`counted_at`);--> statement-breakpoint
CREATE TABLE `listening_history` (
	`user_id` text NOT NULL,
	`track_id` integer NOT NULL,
	`listened_at` integer NOT NULL,
	`position_ms` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`user_id`, `track_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `listening_history_newest_index` ON `listening_history` (`user_id`,`listened_at`,`track_id`);--> statement-breakpoint
CREATE INDEX `listening_history_track_index` ON `listening_history` (`track_id`);--> statement-breakpoint
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
	`sent_version` integer DEFAULT 0 NOT NULL,
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
CREATE INDEX `stripe_events_unprocessed_index` ON `stripe_events` (`received_at`) WHERE processed_at is null;--> statement-breakpoint
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
CREATE TABLE `follows` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`follower_id` text NOT NULL,
	`following_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`follower_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`following_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "follows_not_oneself" CHECK("follows"."follower_id" <> "follows"."following_id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `follows_pair_unique` ON `follows` (`follower_id`,`following_id`);--> statement-breakpoint
CREATE INDEX `follows_following_index` ON `follows` (`following_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `follows_follower_index` ON `follows` (`follower_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `likes` (
	`user_id` text NOT NULL,
	`track_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `track_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `likes_newest_index` ON `likes` (`user_id`,`created_at`,`track_id`);--> statement-breakpoint
CREATE INDEX `likes_track_index` ON `likes` (`track_id`);--> statement-breakpoint
CREATE TABLE `playlist_follows` (
	`user_id` text NOT NULL,
	`playlist_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `playlist_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`playlist_id`) REFERENCES `playlists`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `playlist_follows_newest_index` ON `playlist_follows` (`user_id`,`created_at`,`playlist_id`);--> statement-breakpoint
CREATE INDEX `playlist_follows_playlist_index` ON `playlist_follows` (`playlist_id`);--> statement-breakpoint
CREATE TABLE `playlist_items` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`playlist_id` integer NOT NULL,
	`track_id` integer NOT NULL,
	`position` integer NOT NULL,
	FOREIGN KEY (`playlist_id`) REFERENCES `playlists`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `playlist_items_track_unique` ON `playlist_items` (`playlist_id`,`track_id`);--> statement-breakpoint
CREATE INDEX `playlist_items_position_index` ON `playlist_items` (`playlist_id`,`position`);--> statement-breakpoint
CREATE INDEX `playlist_items_track_index` ON `playlist_items` (`track_id`);--> statement-breakpoint
CREATE TABLE `playlists` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`category` text NOT NULL,
	`description` text,
	`is_public` integer DEFAULT true NOT NULL,
	`public_slug` text,
	`impression_count` integer DEFAULT 0 NOT NULL,
	`follower_count` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `playlists_slug_unique` ON `playlists` (`user_id`,`public_slug`);--> statement-breakpoint
CREATE INDEX `playlists_user_index` ON `playlists` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `playlists_slug_index` ON `playlists` (`public_slug`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `playlists_newest_index` ON `playlists` (`is_public`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `readings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text,
	`owner` text NOT NULL,
	`word` text NOT NULL,
	`word_key` text NOT NULL,
	`reading` text NOT NULL,
	`accent` integer,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `readings_word_unique` ON `readings` (`owner`,`word_key`);--> statement-breakpoint
CREATE INDEX `readings_user_index` ON `readings` (`user_id`);--> statement-breakpoint
CREATE TABLE `daily_statistics` (
	`day` text NOT NULL,
	`metric` text NOT NULL,
	`value` real NOT NULL,
	PRIMARY KEY(`day`, `metric`)
);
--> statement-breakpoint
CREATE TABLE `case_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`contact_message_id` integer,
	`track_id` integer,
	`kind` text NOT NULL,
	`author` text NOT NULL,
	`outcome` text,
	`text` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`contact_message_id`) REFERENCES `contact_messages`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `case_entries_message_index` ON `case_entries` (`contact_message_id`,`id`);--> statement-breakpoint
CREATE INDEX `case_entries_track_index` ON `case_entries` (`track_id`,`id`);--> statement-breakpoint
CREATE TABLE `contact_messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`subject` text NOT NULL,
	`message` text NOT NULL,
	`created_at` integer NOT NULL,
	`handled_at` integer,
	`outcome` text,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `contact_messages_created_index` ON `contact_messages` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `contact_messages_open_index` ON `contact_messages` (`created_at`,`id`) WHERE handled_at is null;--> statement-breakpoint
CREATE INDEX `contact_messages_outcome_index` ON `contact_messages` (`outcome`,`handled_at`,`id`);--> statement-breakpoint
CREATE INDEX `contact_messages_email_index` ON `contact_messages` (lower(email),`created_at`);--> statement-breakpoint
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
CREATE INDEX `emails_failed_index` ON `emails` (`created_at`,`id`) WHERE error is not null;--> statement-breakpoint
CREATE INDEX `emails_user_index` ON `emails` (`user_id`);--> statement-breakpoint
CREATE TABLE `track_reports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`track_id` integer NOT NULL,
	`user_id` text,
	`reason` text NOT NULL,
	`comment` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`handled_at` integer,
	`outcome` text,
	FOREIGN KEY (`track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `track_reports_once_unique` ON `track_reports` (`track_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `track_reports_created_index` ON `track_reports` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `track_reports_open_index` ON `track_reports` (`created_at`,`id`) WHERE handled_at is null;--> statement-breakpoint
CREATE INDEX `track_reports_handled_index` ON `track_reports` (`handled_at`,`id`) WHERE handled_at is not null;--> statement-breakpoint
CREATE INDEX `track_reports_track_index` ON `track_reports` (`track_id`,`handled_at`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `track_reports_user_index` ON `track_reports` (`user_id`);--> statement-breakpoint
CREATE TABLE `theme_extractions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`url` text NOT NULL,
	`platform` text NOT NULL,
	`video_id` text NOT NULL,
	`title` text NOT NULL,
	`author` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `theme_extractions_video_unique` ON `theme_extractions` (`platform`,`video_id`);--> statement-breakpoint
CREATE TABLE `themes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`extraction_id` integer NOT NULL,
	`title` text NOT NULL,
	`perspective` text NOT NULL,
	`content` text NOT NULL,
	`content_sha256` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`extraction_id`) REFERENCES `theme_extractions`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "themes_status_known" CHECK("themes"."status" in ('pending', 'approved', 'rejected'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `themes_content_unique` ON `themes` (`extraction_id`,`content_sha256`) WHERE status <> 'rejected';--> statement-breakpoint
CREATE INDEX `themes_status_index` ON `themes` (`status`,`id`);--> statement-breakpoint
CREATE TABLE `labels` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`folded` text NOT NULL,
	`usage_count` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `labels_name_unique` ON `labels` (`name`);--> statement-breakpoint
CREATE INDEX `labels_usage_index` ON `labels` (`usage_count`,`id`);--> statement-breakpoint
CREATE INDEX `labels_folded_index` ON `labels` (`folded`);--> statement-breakpoint
CREATE TABLE `renditions` (
	`track_id` integer NOT NULL,
	`kbps` integer NOT NULL,
	`sample_rate` integer,
	`storage_key` text NOT NULL,
	`bytes` integer NOT NULL,
	`opening_bytes` integer,
	`sha256` text NOT NULL,
	`checked_at` integer,
	`defect` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`track_id`, `kbps`),
	FOREIGN KEY (`track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `renditions_storage_unique` ON `renditions` (`storage_key`);--> statement-breakpoint
CREATE INDEX `renditions_defect_index` ON `renditions` (`track_id`) WHERE defect is not null;--> statement-breakpoint
CREATE TABLE `track_bulk_runs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`action` text NOT NULL,
	`actor_name` text,
	`reason` text,
	`track_ids` text NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`total` integer NOT NULL,
	`changed_count` integer DEFAULT 0 NOT NULL,
	`letter` text,
	`created_at` integer NOT NULL,
	`finished_at` integer,
	`is_cancelled` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX `track_bulk_runs_open_index` ON `track_bulk_runs` (`id`) WHERE finished_at is null;--> statement-breakpoint
CREATE TABLE `track_corrections` (
	`id` text PRIMARY KEY NOT NULL,
	`track_id` integer NOT NULL,
	`state` text DEFAULT 'queued' NOT NULL,
	`progress` integer DEFAULT 0 NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`line` integer NOT NULL,
	`before` text NOT NULL,
	`after` text NOT NULL,
	`note` text,
	`error` text,
	`created_at` integer NOT NULL,
	`corrected_at` integer,
	FOREIGN KEY (`track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `track_corrections_track_index` ON `track_corrections` (`track_id`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `track_corrections_open_unique` ON `track_corrections` (`track_id`) WHERE state in ('queued', 'processing');--> statement-breakpoint
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
	`withheld_at` integer,
	`withheld_reason` text,
	`visible_on_release` integer,
	`is_premium_only` integer DEFAULT false NOT NULL,
	`premium_only_changed_at` integer,
	`search_text` text NOT NULL,
	`is_recording` integer DEFAULT false NOT NULL,
	`task_id` text,
	`seed_slug` text,
	`uploaded_at` integer NOT NULL,
	`speech_credit` text,
	`speaker_names` text,
	`spoken_with` text,
	`fact_check` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "tracks_duration_positive" CHECK("tracks"."duration_ms" > 0),
	CONSTRAINT "tracks_withheld_hidden" CHECK("tracks"."withheld_at" is null or not "tracks"."is_visible")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tracks_task_unique` ON `tracks` (`task_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `tracks_seed_unique` ON `tracks` (`seed_slug`);--> statement-breakpoint
CREATE INDEX `tracks_newest_index` ON `tracks` (`is_visible`,`uploaded_at`,`id`);--> statement-breakpoint
CREATE INDEX `tracks_user_index` ON `tracks` (`user_id`,`uploaded_at`,`id`);--> statement-breakpoint
CREATE INDEX `tracks_withheld_index` ON `tracks` (`id`) WHERE withheld_at is not null;--> statement-breakpoint
CREATE INDEX `tracks_premium_only_index` ON `tracks` (`id`) WHERE is_premium_only;--> statement-breakpoint
CREATE TABLE `transcript_cues` (
	`track_id` integer NOT NULL,
	`position` integer NOT NULL,
	`speaker` text NOT NULL,
	`text` text NOT NULL,
	`start_ms` integer NOT NULL,
	`end_ms` integer NOT NULL,
	`turn` integer,
	`section` text,
	PRIMARY KEY(`track_id`, `position`),
	FOREIGN KEY (`track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `transcript_cues_section_index` ON `transcript_cues` (`track_id`) WHERE section is not null;--> statement-breakpoint
CREATE TABLE `track_uploads` (
	`id` text PRIMARY KEY NOT NULL,
	`admin_name` text NOT NULL,
	`state` text DEFAULT 'receiving' NOT NULL,
	`stage` text DEFAULT 'waiting' NOT NULL,
	`progress` integer DEFAULT 0 NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`title` text DEFAULT '' NOT NULL,
	`labels` text,
	`script` text DEFAULT '' NOT NULL,
	`cues` text,
	`is_visible` integer DEFAULT true NOT NULL,
	`is_premium_only` integer DEFAULT false NOT NULL,
	`file_name` text DEFAULT '' NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL,
	`track_id` integer,
	`error` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "track_uploads_progress_percent" CHECK("track_uploads"."progress" between 0 and 100)
);
--> statement-breakpoint
CREATE INDEX `track_uploads_created_index` ON `track_uploads` (`created_at`);--> statement-breakpoint
CREATE INDEX `track_uploads_open_index` ON `track_uploads` (`updated_at`) WHERE state in ('receiving', 'queued', 'processing');--> statement-breakpoint
CREATE TABLE `consents` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`cookie_consent` integer NOT NULL,
	`analytics_consent` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `consents_user_index` ON `consents` (`user_id`);--> statement-breakpoint
CREATE INDEX `consents_updated_index` ON `consents` (`updated_at`);--> statement-breakpoint
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
CREATE INDEX `invitations_owner_index` ON `invitations` (`owner_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `member_search` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`search_text` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `member_search_user_unique` ON `member_search` (`user_id`);--> statement-breakpoint
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
CREATE TABLE `sign_in_attempts` (
	`id` text PRIMARY KEY NOT NULL,
	`nonce` text NOT NULL,
	`return_path` text NOT NULL,
	`invitation_code` text,
	`is_reauthentication` integer DEFAULT false NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sign_in_attempts_expires_index` ON `sign_in_attempts` (`expires_at`);--> statement-breakpoint
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
	`premium_display_end_date` integer,
	`premium_granted_from` integer,
	`premium_granted_until` integer,
	`premium_granted_days` integer DEFAULT 0 NOT NULL,
	`stripe_customer_id` text,
	`pause_used_at` integer,
	`speed_trial_ends_at` integer,
	`can_invite` integer DEFAULT true NOT NULL,
	`invited_with` text,
	`invited_by_id` text,
	`revoked_branch` text,
	`follower_count` integer DEFAULT 0 NOT NULL,
	`following_count` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_identity_unique` ON `users` (`provider`,`subject`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_custom_user_id_unique` ON `users` (`custom_user_id_folded`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_stripe_customer_unique` ON `users` (`stripe_customer_id`);--> statement-breakpoint
CREATE INDEX `users_created_index` ON `users` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `users_invited_by_index` ON `users` (`invited_by_id`);--> statement-breakpoint
CREATE INDEX `users_state_index` ON `users` (`state`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `users_premium_index` ON `users` (`created_at`,`id`) WHERE is_premium;--> statement-breakpoint
CREATE INDEX `users_no_invite_index` ON `users` (`created_at`,`id`) WHERE not can_invite;--> statement-breakpoint
CREATE INDEX `users_revoked_branch_index` ON `users` (`revoked_branch`) WHERE revoked_branch is not null;--> statement-breakpoint
CREATE INDEX `users_premium_end_index` ON `users` (`premium_end_date`) WHERE premium_end_date is not null;--> statement-breakpoint
-- Search: every one and two neighbouring characters of a track's text, as tokens (db/search/). `search_grams` and `fold_text`
-- are functions of this program, which db/sqlite.ts gives to the connection that writes.
CREATE VIRTUAL TABLE track_grams USING fts5(grams, content='', contentless_delete=1, detail=none, tokenize='ascii');--> statement-breakpoint
CREATE TRIGGER track_grams_insert AFTER INSERT ON tracks BEGIN
  INSERT INTO track_grams(rowid, grams) VALUES (new.id, search_grams(new.search_text));
END;--> statement-breakpoint
CREATE TRIGGER track_grams_update AFTER UPDATE OF search_text ON tracks WHEN old.search_text <> new.search_text BEGIN
  DELETE FROM track_grams WHERE rowid = old.id;
  INSERT INTO track_grams(rowid, grams) VALUES (new.id, search_grams(new.search_text));
END;--> statement-breakpoint
CREATE TRIGGER track_grams_delete AFTER DELETE ON tracks BEGIN
  DELETE FROM track_grams WHERE rowid = old.id;
END;--> statement-breakpoint
-- The grams of titles alone, the first line of a track's text. Tracks that are found by their title come first.
CREATE VIRTUAL TABLE track_title_grams USING fts5(grams, content='', contentless_delete=1, detail=none, tokenize='ascii');--> statement-breakpoint
CREATE TRIGGER track_title_grams_insert AFTER INSERT ON tracks BEGIN
  INSERT INTO track_title_grams(rowid, grams) VALUES (new.id, search_grams(substr(new.search_text, 1, instr(new.search_text || char(10), char(10)) - 1)));
END;--> statement-breakpoint
CREATE TRIGGER track_title_grams_update AFTER UPDATE OF search_text ON tracks
WHEN substr(old.search_text, 1, instr(old.search_text || char(10), char(10)) - 1) <> substr(new.search_text, 1, instr(new.search_text || char(10), char(10)) - 1) BEGIN
  DELETE FROM track_title_grams WHERE rowid = old.id;
  INSERT INTO track_title_grams(rowid, grams) VALUES (new.id, search_grams(substr(new.search_text, 1, instr(new.search_text || char(10), char(10)) - 1)));
END;--> statement-breakpoint
CREATE TRIGGER track_title_grams_delete AFTER DELETE ON tracks BEGIN
  DELETE FROM track_title_grams WHERE rowid = old.id;
END;--> statement-breakpoint
-- Members are searched by name and user id.
CREATE VIRTUAL TABLE member_grams USING fts5(grams, content='', contentless_delete=1, detail=none, tokenize='ascii');--> statement-breakpoint
CREATE TRIGGER member_grams_insert AFTER INSERT ON member_search BEGIN
  INSERT INTO member_grams(rowid, grams) VALUES (new.id, search_grams(new.search_text));
END;--> statement-breakpoint
CREATE TRIGGER member_grams_update AFTER UPDATE OF search_text ON member_search WHEN old.search_text <> new.search_text BEGIN
  DELETE FROM member_grams WHERE rowid = old.id;
  INSERT INTO member_grams(rowid, grams) VALUES (new.id, search_grams(new.search_text));
END;--> statement-breakpoint
CREATE TRIGGER member_grams_delete AFTER DELETE ON member_search BEGIN
  DELETE FROM member_grams WHERE rowid = old.id;
END;--> statement-breakpoint
CREATE TRIGGER member_search_insert AFTER INSERT ON users BEGIN
  INSERT INTO member_search(user_id, search_text) VALUES (new.id, fold_text(new.name || char(10) || coalesce(new.custom_user_id, '')));
END;--> statement-breakpoint
CREATE TRIGGER member_search_update AFTER UPDATE OF name, custom_user_id ON users
  WHEN old.name <> new.name OR old.custom_user_id IS NOT new.custom_user_id BEGIN
  UPDATE member_search SET search_text = fold_text(new.name || char(10) || coalesce(new.custom_user_id, '')) WHERE user_id = new.id;
END;--> statement-breakpoint
-- Members by the beginning of their address.
CREATE INDEX users_email_index ON users (lower(email));--> statement-breakpoint
-- Categories: how many tracks carry a label.
CREATE TRIGGER labels_usage_insert AFTER INSERT ON track_labels BEGIN
  UPDATE labels SET usage_count = usage_count + 1 WHERE id = new.label_id;
END;--> statement-breakpoint
CREATE TRIGGER labels_usage_delete AFTER DELETE ON track_labels BEGIN
  UPDATE labels SET usage_count = usage_count - 1 WHERE id = old.label_id;
END;--> statement-breakpoint
-- Recommended tracks: within one class of (id * 73) mod 100 by their decayed popularity, whose order does not change with
-- time, and those that nobody has met by id (db/search/recommended-tracks.ts).
CREATE INDEX tracks_recommended_index ON tracks (is_visible, ((id * 73) % 100), (CASE WHEN play_count + 2 * like_count + 0.5 * impression_count > 0 THEN ln(play_count + 2 * like_count + 0.5 * impression_count) + uploaded_at / 2592000000.0 ELSE -1000000.0 END), id);
