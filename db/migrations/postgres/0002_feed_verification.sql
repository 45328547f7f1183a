ALTER TABLE "playlists" ADD COLUMN "feed_verification" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "feed_verification" text;