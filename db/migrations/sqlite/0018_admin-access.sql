CREATE TABLE `admin_sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`username` text NOT NULL,
	`credentials` text NOT NULL,
	`device_info` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`authenticated_at` integer NOT NULL,
	`last_active_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `admin_sessions_expires_index` ON `admin_sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `audit_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`actor_kind` text NOT NULL,
	`actor_name` text,
	`action` text NOT NULL,
	`target_type` text,
	`target_id` text,
	`before` text,
	`after` text,
	`is_automated` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_log_at_index` ON `audit_log` (`at`,`id`);--> statement-breakpoint
CREATE INDEX `audit_log_target_index` ON `audit_log` (`target_type`,`target_id`,`id`);--> statement-breakpoint
CREATE INDEX `audit_log_action_index` ON `audit_log` (`action`,`id`);--> statement-breakpoint
CREATE INDEX `audit_log_automated_index` ON `audit_log` (`is_automated`,`id`);