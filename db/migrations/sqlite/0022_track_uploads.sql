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
CREATE INDEX `track_uploads_open_index` ON `track_uploads` (`updated_at`) WHERE state in ('receiving', 'queued', 'processing');