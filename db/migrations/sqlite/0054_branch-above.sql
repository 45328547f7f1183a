ALTER TABLE `users` ADD `branch_parent_id` text;--> statement-breakpoint
CREATE INDEX `users_branch_parent_index` ON `users` (`branch_parent_id`);