ALTER TABLE `audio_tasks` ADD `publish_at` integer;--> statement-breakpoint
ALTER TABLE `audio_tasks` ADD `publish_problem` text;--> statement-breakpoint
CREATE INDEX `audio_tasks_planned_index` ON `audio_tasks` (`publish_at`) WHERE publish_at is not null;