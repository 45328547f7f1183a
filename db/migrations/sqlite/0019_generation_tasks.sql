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
CREATE INDEX `generation_tasks_track_index` ON `generation_tasks` (`track_id`);