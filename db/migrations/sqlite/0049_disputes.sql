CREATE TABLE `disputes` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`receipt_id` text NOT NULL,
	`amount` integer NOT NULL,
	`reason` text NOT NULL,
	`status` text NOT NULL,
	`evidence_due_at` integer,
	`created_at` integer NOT NULL,
	`closed_at` integer,
	`fetch_seq` integer DEFAULT 0 NOT NULL,
	`applied_seq` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`receipt_id`) REFERENCES `receipts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `disputes_receipt_index` ON `disputes` (`receipt_id`);--> statement-breakpoint
CREATE INDEX `disputes_user_index` ON `disputes` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `disputes_created_index` ON `disputes` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `disputes_awaiting_index` ON `disputes` (`created_at`,`id`) WHERE status in ('needs_response', 'warning_needs_response', 'appeal_needs_response');--> statement-breakpoint
CREATE INDEX `disputes_due_index` ON `disputes` (`evidence_due_at`) WHERE status in ('needs_response', 'warning_needs_response', 'appeal_needs_response');--> statement-breakpoint
CREATE INDEX `disputes_open_index` ON `disputes` (`created_at`) WHERE closed_at is null;