ALTER TABLE `tracks` ADD `featured_from` integer;--> statement-breakpoint
ALTER TABLE `tracks` ADD `featured_until` integer;--> statement-breakpoint
CREATE INDEX `tracks_featured_index` ON `tracks` (`featured_from`,`id`) WHERE featured_from is not null;