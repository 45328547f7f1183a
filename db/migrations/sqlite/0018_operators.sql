CREATE TABLE `operators` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`role` text NOT NULL,
	`password_hash` text,
	`link_hash` text,
	`link_expires_at` integer,
	`created_at` integer NOT NULL,
	`disabled_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `operators_name_unique` ON `operators` (`name_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `operators_link_unique` ON `operators` (`link_hash`);--> statement-breakpoint
ALTER TABLE `admin_sessions` ADD `operator_id` text REFERENCES operators(id);--> statement-breakpoint
CREATE INDEX `admin_sessions_operator_index` ON `admin_sessions` (`operator_id`);--> statement-breakpoint
CREATE INDEX `audit_log_name_index` ON `audit_log` (`actor_name`,`at`,`id`);