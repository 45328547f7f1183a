DROP INDEX `audit_log_target_index`;--> statement-breakpoint
DROP INDEX `audit_log_action_index`;--> statement-breakpoint
DROP INDEX `audit_log_automated_index`;--> statement-breakpoint
CREATE INDEX `audit_log_actor_index` ON `audit_log` (`actor_kind`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `audit_log_target_index` ON `audit_log` (`target_type`,`target_id`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `audit_log_action_index` ON `audit_log` (`action`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `audit_log_automated_index` ON `audit_log` (`is_automated`,`at`,`id`);