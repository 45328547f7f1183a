CREATE TABLE `member_blocks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`blocker_id` text NOT NULL,
	`blocked_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`blocker_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`blocked_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "member_blocks_not_oneself" CHECK("member_blocks"."blocker_id" <> "member_blocks"."blocked_id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `member_blocks_pair_unique` ON `member_blocks` (`blocker_id`,`blocked_id`);--> statement-breakpoint
CREATE INDEX `member_blocks_newest_index` ON `member_blocks` (`blocker_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `member_blocks_blocked_index` ON `member_blocks` (`blocked_id`);