ALTER TABLE `tracks` RENAME COLUMN "withheld_at" TO "taken_down_at";--> statement-breakpoint
ALTER TABLE `tracks` RENAME COLUMN "withheld_reason" TO "takedown_reason";--> statement-breakpoint
ALTER TABLE `tracks` RENAME COLUMN "visible_on_release" TO "was_visible_before";--> statement-breakpoint
ALTER TABLE `renditions` RENAME COLUMN "opening_bytes" TO "excerpt_bytes";--> statement-breakpoint
ALTER TABLE `engine_circuits` RENAME COLUMN "is_lasting" TO "is_permanent";--> statement-breakpoint
ALTER TABLE `engine_circuits` RENAME COLUMN "openings" TO "trip_count";--> statement-breakpoint
ALTER TABLE `purchases` RENAME COLUMN "way" TO "method";--> statement-breakpoint
ALTER TABLE `purchases` RENAME COLUMN "is_created" TO "is_confirmed";--> statement-breakpoint
ALTER TABLE `subscriptions` RENAME COLUMN "reads_begun" TO "fetch_seq";--> statement-breakpoint
ALTER TABLE `subscriptions` RENAME COLUMN "read_applied" TO "applied_seq";--> statement-breakpoint
ALTER TABLE `track_bulk_runs` RENAME COLUMN "letter" TO "email";--> statement-breakpoint
ALTER TABLE `count_marks` RENAME TO `play_receipts`;--> statement-breakpoint
DROP INDEX `count_marks_counted_index`;--> statement-breakpoint
CREATE INDEX `play_receipts_counted_index` ON `play_receipts` (`counted_at`);--> statement-breakpoint
DROP INDEX `tracks_withheld_index`;--> statement-breakpoint
CREATE INDEX `tracks_taken_down_index` ON `tracks` (`id`) WHERE taken_down_at is not null;--> statement-breakpoint
UPDATE users SET provider = 'system' WHERE provider = 'house';
