ALTER TABLE "track_reports" ADD COLUMN "line" integer;--> statement-breakpoint
ALTER TABLE "track_reports" ADD COLUMN "quote" text DEFAULT '' NOT NULL;