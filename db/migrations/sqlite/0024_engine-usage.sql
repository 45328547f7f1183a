CREATE TABLE `engine_circuits` (
	`engine` text PRIMARY KEY NOT NULL,
	`failures` integer NOT NULL,
	`window_started_at` integer NOT NULL,
	`open_until` integer,
	`openings` integer DEFAULT 0 NOT NULL,
	`last_error` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `engine_days` (
	`day` text NOT NULL,
	`engine` text NOT NULL,
	`requests` integer NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`characters` integer NOT NULL,
	`input_tokens` integer DEFAULT 0 NOT NULL,
	`output_tokens` integer DEFAULT 0 NOT NULL,
	`milliseconds` integer DEFAULT 0 NOT NULL,
	`yen` real DEFAULT 0 NOT NULL,
	PRIMARY KEY(`day`, `engine`)
);
--> statement-breakpoint
CREATE TABLE `engine_usage` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`engine` text NOT NULL,
	`purpose` text NOT NULL,
	`model` text NOT NULL,
	`user_id` text,
	`task_id` text,
	`day` text NOT NULL,
	`outcome` text NOT NULL,
	`characters` integer NOT NULL,
	`input_tokens` integer DEFAULT 0 NOT NULL,
	`output_tokens` integer DEFAULT 0 NOT NULL,
	`milliseconds` integer DEFAULT 0 NOT NULL,
	`yen` real DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `engine_usage_user_index` ON `engine_usage` (`user_id`,`day`);--> statement-breakpoint
CREATE INDEX `engine_usage_created_index` ON `engine_usage` (`created_at`);