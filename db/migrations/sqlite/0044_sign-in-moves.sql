CREATE TABLE `sign_in_moves` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`new_user_id` text NOT NULL,
	`cancel_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`completes_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`new_user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sign_in_moves_user_unique` ON `sign_in_moves` (`user_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `sign_in_moves_new_user_unique` ON `sign_in_moves` (`new_user_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `sign_in_moves_cancel_unique` ON `sign_in_moves` (`cancel_hash`);--> statement-breakpoint
CREATE INDEX `sign_in_moves_completes_index` ON `sign_in_moves` (`completes_at`,`id`);