CREATE TABLE `track_sounds` (
	`track_id` integer NOT NULL,
	`sha256` text NOT NULL,
	`kbps` integer NOT NULL,
	`is_excerpt` integer NOT NULL,
	`created_at` integer NOT NULL,
	`replaced_at` integer,
	PRIMARY KEY(`track_id`, `sha256`),
	FOREIGN KEY (`track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `track_sounds_sha256_index` ON `track_sounds` (`sha256`);--> statement-breakpoint
ALTER TABLE `audio_tasks` ADD `making` text;--> statement-breakpoint
ALTER TABLE `generation_tasks` ADD `making` text;--> statement-breakpoint
ALTER TABLE `renditions` ADD `sound_sha256` text;--> statement-breakpoint
CREATE INDEX `renditions_unhashed_index` ON `renditions` (`track_id`) WHERE sound_sha256 is null;--> statement-breakpoint
ALTER TABLE `tracks` ADD `making` text;