CREATE TABLE `creation_choices` (
	`user_id` text PRIMARY KEY NOT NULL,
	`presentation` text NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `audio_tasks` ADD `presentation` text;--> statement-breakpoint
ALTER TABLE `tracks` ADD `speaker_names` text;