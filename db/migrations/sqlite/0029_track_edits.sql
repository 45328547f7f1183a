ALTER TABLE `track_corrections` ADD `field` text DEFAULT 'line' NOT NULL;--> statement-breakpoint
ALTER TABLE `tracks` ADD `description` text;--> statement-breakpoint
ALTER TABLE `tracks` ADD `cover_variant` integer DEFAULT 0 NOT NULL;