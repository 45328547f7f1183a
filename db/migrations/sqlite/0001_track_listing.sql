ALTER TABLE `tracks` ADD `listed_from` integer;--> statement-breakpoint
ALTER TABLE `tracks` ADD `reviewed_at` integer;--> statement-breakpoint
CREATE INDEX `tracks_listed_from_index` ON `tracks` (`listed_from`,`id`) WHERE listed_from is not null;--> statement-breakpoint
CREATE INDEX `tracks_kept_index` ON `tracks` ((like_count + bookmark_count),`id`);