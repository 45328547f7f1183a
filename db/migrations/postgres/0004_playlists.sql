CREATE TABLE "playlist_follows" (
	"user_id" text NOT NULL,
	"playlist_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "playlist_follows_user_id_playlist_id_pk" PRIMARY KEY("user_id","playlist_id")
);
--> statement-breakpoint
ALTER TABLE "playlist_follows" ADD CONSTRAINT "playlist_follows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playlist_follows" ADD CONSTRAINT "playlist_follows_playlist_id_playlists_id_fk" FOREIGN KEY ("playlist_id") REFERENCES "public"."playlists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "playlist_follows_newest_index" ON "playlist_follows" USING btree ("user_id","created_at","playlist_id");--> statement-breakpoint
CREATE INDEX "playlist_follows_playlist_index" ON "playlist_follows" USING btree ("playlist_id");--> statement-breakpoint
CREATE INDEX "playlists_slug_index" ON "playlists" USING btree ("public_slug","created_at","id");--> statement-breakpoint
CREATE INDEX "playlists_newest_index" ON "playlists" USING btree ("is_public","created_at","id");