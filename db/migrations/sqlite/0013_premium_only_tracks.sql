ALTER TABLE `renditions` ADD `opening_bytes` integer;--> statement-breakpoint
ALTER TABLE `tracks` ADD `is_premium_only` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `tracks` ADD `premium_only_changed_at` integer;