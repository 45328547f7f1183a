CREATE TABLE `track_corrections` (
	`id` text PRIMARY KEY NOT NULL,
	`track_id` integer NOT NULL,
	`state` text DEFAULT 'queued' NOT NULL,
	`progress` integer DEFAULT 0 NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`line` integer NOT NULL,
	`before` text NOT NULL,
	`after` text NOT NULL,
	`note` text,
	`error` text,
	`created_at` integer NOT NULL,
	`corrected_at` integer,
	FOREIGN KEY (`track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `track_corrections_track_index` ON `track_corrections` (`track_id`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `track_corrections_open_unique` ON `track_corrections` (`track_id`) WHERE state in ('queued', 'processing');--> statement-breakpoint
ALTER TABLE `tracks` ADD `spoken_with` text;