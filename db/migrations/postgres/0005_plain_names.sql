ALTER TABLE "tracks" RENAME COLUMN "withheld_at" TO "taken_down_at";--> statement-breakpoint
ALTER TABLE "tracks" RENAME COLUMN "withheld_reason" TO "takedown_reason";--> statement-breakpoint
ALTER TABLE "tracks" RENAME COLUMN "visible_on_release" TO "was_visible_before";--> statement-breakpoint
ALTER TABLE "renditions" RENAME COLUMN "opening_bytes" TO "excerpt_bytes";--> statement-breakpoint
ALTER TABLE "engine_circuits" RENAME COLUMN "is_lasting" TO "is_permanent";--> statement-breakpoint
ALTER TABLE "engine_circuits" RENAME COLUMN "openings" TO "trip_count";--> statement-breakpoint
ALTER TABLE "purchases" RENAME COLUMN "way" TO "method";--> statement-breakpoint
ALTER TABLE "purchases" RENAME COLUMN "is_created" TO "is_confirmed";--> statement-breakpoint
ALTER TABLE "subscriptions" RENAME COLUMN "reads_begun" TO "fetch_seq";--> statement-breakpoint
ALTER TABLE "subscriptions" RENAME COLUMN "read_applied" TO "applied_seq";--> statement-breakpoint
ALTER TABLE "track_bulk_runs" RENAME COLUMN "letter" TO "email";--> statement-breakpoint
ALTER TABLE "count_marks" RENAME TO "play_receipts";--> statement-breakpoint
ALTER TABLE "play_receipts" RENAME CONSTRAINT "count_marks_listener_track_id_kind_pk" TO "play_receipts_listener_track_id_kind_pk";--> statement-breakpoint
ALTER INDEX "count_marks_counted_index" RENAME TO "play_receipts_counted_index";--> statement-breakpoint
ALTER INDEX "tracks_withheld_index" RENAME TO "tracks_taken_down_index";--> statement-breakpoint
UPDATE users SET provider = 'system' WHERE provider = 'house';
