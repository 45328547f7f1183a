ALTER TABLE "renditions" ADD COLUMN "opening_bytes" integer;--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "is_premium_only" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "premium_only_changed_at" timestamp (3) with time zone;