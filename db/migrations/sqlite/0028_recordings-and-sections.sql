ALTER TABLE `tracks` ADD `is_recording` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `transcript_cues_section_index` ON `transcript_cues` (`track_id`) WHERE section is not null;--> statement-breakpoint
UPDATE `tracks` SET `is_recording` = true WHERE `task_id` IN (SELECT `id` FROM `track_uploads`);
