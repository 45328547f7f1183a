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
ALTER TABLE `renditions` ADD `checked_at` integer;--> statement-breakpoint
ALTER TABLE `renditions` ADD `defect` text;--> statement-breakpoint
CREATE INDEX `renditions_defect_index` ON `renditions` (`track_id`) WHERE defect is not null;--> statement-breakpoint
-- As a constraint of the new column: as one of the table the whole table would be copied, without its triggers.
ALTER TABLE `tracks` ADD `withheld_at` integer CONSTRAINT `tracks_withheld_hidden` CHECK(`withheld_at` is null or not `is_visible`);--> statement-breakpoint
ALTER TABLE `tracks` ADD `withheld_reason` text;--> statement-breakpoint
ALTER TABLE `tracks` ADD `visible_on_release` integer;--> statement-breakpoint
CREATE INDEX `tracks_withheld_index` ON `tracks` (`id`) WHERE withheld_at is not null;--> statement-breakpoint
CREATE INDEX `tracks_premium_only_index` ON `tracks` (`id`) WHERE is_premium_only;