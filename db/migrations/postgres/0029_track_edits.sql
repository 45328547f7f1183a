ALTER TABLE "track_corrections" ADD COLUMN "field" text DEFAULT 'line' NOT NULL;--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "description" text;--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "cover_variant" integer DEFAULT 0 NOT NULL;