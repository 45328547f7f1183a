ALTER TABLE `audio_tasks` RENAME COLUMN "presentation" TO "narration";--> statement-breakpoint
ALTER TABLE `creation_choices` RENAME COLUMN "presentation" TO "narration";--> statement-breakpoint
ALTER TABLE `readings` RENAME TO `pronunciations`;--> statement-breakpoint
DROP INDEX `readings_word_unique`;--> statement-breakpoint
DROP INDEX `readings_user_index`;--> statement-breakpoint
CREATE UNIQUE INDEX `pronunciations_word_unique` ON `pronunciations` (`owner`,`word_key`);--> statement-breakpoint
CREATE INDEX `pronunciations_user_index` ON `pronunciations` (`user_id`);
