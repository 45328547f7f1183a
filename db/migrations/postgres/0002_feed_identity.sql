CREATE TABLE "site_origins" (
	"origin" text PRIMARY KEY NOT NULL,
	"first_used_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "playlists" ADD COLUMN "feed_verification" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "feed_verification" text;