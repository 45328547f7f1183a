ALTER TABLE `objections` ADD `appealed_at` integer;--> statement-breakpoint
ALTER TABLE `objections` ADD `appeal_outcome` text;