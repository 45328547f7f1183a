ALTER TABLE "listening_history" ADD COLUMN "is_heard" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "listening_history" SET "is_heard" = true FROM "tracks" WHERE "tracks"."id" = "track_id" AND "position_ms" > "duration_ms" - 3000;
