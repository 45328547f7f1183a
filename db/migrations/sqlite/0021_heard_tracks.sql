ALTER TABLE `listening_history` ADD `is_heard` integer DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE `listening_history` SET `is_heard` = true WHERE `position_ms` > (SELECT `duration_ms` FROM `tracks` WHERE `tracks`.`id` = `track_id`) - 3000;
