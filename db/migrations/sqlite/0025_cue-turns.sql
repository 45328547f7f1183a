ALTER TABLE `transcript_cues` ADD `turn` integer;--> statement-breakpoint
ALTER TABLE `transcript_cues` ADD `section` text;