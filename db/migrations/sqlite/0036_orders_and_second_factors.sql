CREATE TABLE `second_factors` (
	`operator_id` text PRIMARY KEY NOT NULL,
	`secret` text NOT NULL,
	`confirmed_at` integer,
	`last_step` integer DEFAULT 0 NOT NULL,
	`recovery_hashes` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `orders` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`subscription_id` text NOT NULL,
	`method` text NOT NULL,
	`screen` text NOT NULL,
	`hash` text NOT NULL,
	`is_shown` integer NOT NULL,
	`clicked_at` integer NOT NULL,
	`ordered_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `orders_user_index` ON `orders` (`user_id`,`ordered_at`);--> statement-breakpoint
CREATE INDEX `orders_ordered_index` ON `orders` (`ordered_at`);--> statement-breakpoint
ALTER TABLE `purchases` ADD `screen` text;--> statement-breakpoint
ALTER TABLE `purchases` ADD `is_screen_shown` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `purchases` ADD `clicked_at` integer;