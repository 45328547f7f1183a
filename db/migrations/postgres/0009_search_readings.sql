ALTER TABLE "tracks" ADD COLUMN "search_readings" text;--> statement-breakpoint
CREATE INDEX "tracks_unread_index" ON "tracks" USING btree ("id") WHERE search_readings is null;--> statement-breakpoint
-- Playlists are searched by their name (db/search/search-playlists.ts).
CREATE INDEX playlists_name_grams_index ON playlists USING gin (search_grams(fold_text(name))) WITH (fastupdate = off);
