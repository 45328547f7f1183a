ALTER TABLE "tracks" ADD COLUMN "featured_from" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "featured_until" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "tracks_featured_index" ON "tracks" USING btree ("featured_from","id") WHERE featured_from is not null;