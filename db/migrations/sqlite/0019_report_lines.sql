ALTER TABLE `track_reports` ADD `line` integer;--> statement-breakpoint
ALTER TABLE `track_reports` ADD `quote` text DEFAULT '' NOT NULL;