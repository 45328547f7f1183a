CREATE TABLE `objection_files` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`objection_id` integer NOT NULL,
	`key` text NOT NULL,
	`name` text NOT NULL,
	`type` text NOT NULL,
	`bytes` integer NOT NULL,
	`sha256` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`objection_id`) REFERENCES `objections`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `objection_files_once_unique` ON `objection_files` (`objection_id`,`sha256`);--> statement-breakpoint
CREATE UNIQUE INDEX `objection_files_key_unique` ON `objection_files` (`key`);