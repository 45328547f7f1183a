ALTER TABLE "tracks" ADD COLUMN "listed_from" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "reviewed_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "tracks_listed_from_index" ON "tracks" USING btree ("listed_from","id") WHERE listed_from is not null;--> statement-breakpoint
CREATE INDEX "tracks_kept_index" ON "tracks" USING btree ((like_count + bookmark_count),"id");