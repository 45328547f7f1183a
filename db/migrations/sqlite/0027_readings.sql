CREATE TABLE `readings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text,
	`owner` text NOT NULL,
	`word` text NOT NULL,
	`word_key` text NOT NULL,
	`reading` text NOT NULL,
	`accent` integer,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `readings_word_unique` ON `readings` (`owner`,`word_key`);--> statement-breakpoint
CREATE INDEX `readings_user_index` ON `readings` (`user_id`);