CREATE TABLE `recent_reviews` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`track_id` integer NOT NULL,
	`session_id` text NOT NULL,
	`decision` text NOT NULL,
	`before` text NOT NULL,
	`decided_at` integer NOT NULL,
	FOREIGN KEY (`track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `recent_reviews_session_index` ON `recent_reviews` (`session_id`,`decided_at`);--> statement-breakpoint
CREATE INDEX `recent_reviews_decided_index` ON `recent_reviews` (`decided_at`);--> statement-breakpoint
CREATE INDEX `recent_reviews_track_index` ON `recent_reviews` (`track_id`);--> statement-breakpoint
CREATE TABLE `review_filters` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`query` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `review_filters_name_unique` ON `review_filters` (`name`);--> statement-breakpoint
CREATE TABLE `review_items` (
	`track_id` integer PRIMARY KEY NOT NULL,
	`cause` text NOT NULL,
	`queued_at` integer NOT NULL,
	`harms` text NOT NULL,
	`set_aside_at` integer,
	`claimed_by` text,
	`claimed_until` integer,
	FOREIGN KEY (`track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `review_items_open_index` ON `review_items` (`queued_at`,`track_id`) WHERE set_aside_at is null;--> statement-breakpoint
CREATE INDEX `review_items_aside_index` ON `review_items` (`queued_at`,`track_id`) WHERE set_aside_at is not null;--> statement-breakpoint
CREATE INDEX `review_items_claimed_index` ON `review_items` (`claimed_by`,`track_id`) WHERE claimed_by is not null;--> statement-breakpoint
INSERT INTO `review_items` (`track_id`, `cause`, `queued_at`, `harms`) SELECT `id`, 'new', `uploaded_at`, '[]' FROM `tracks` WHERE `listed_from` IS NOT NULL AND `listed_from` > unixepoch() * 1000;
