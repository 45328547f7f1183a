CREATE TABLE `theme_extractions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`url` text NOT NULL,
	`platform` text NOT NULL,
	`video_id` text NOT NULL,
	`title` text NOT NULL,
	`author` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `theme_extractions_video_unique` ON `theme_extractions` (`platform`,`video_id`);--> statement-breakpoint
CREATE TABLE `themes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`extraction_id` integer NOT NULL,
	`title` text NOT NULL,
	`perspective` text NOT NULL,
	`content` text NOT NULL,
	`content_sha256` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`extraction_id`) REFERENCES `theme_extractions`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "themes_status_known" CHECK("themes"."status" in ('pending', 'approved', 'rejected'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `themes_content_unique` ON `themes` (`extraction_id`,`content_sha256`) WHERE status <> 'rejected';--> statement-breakpoint
CREATE INDEX `themes_status_index` ON `themes` (`status`,`id`);