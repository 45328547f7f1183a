ALTER TABLE "track_reports" ALTER COLUMN "track_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "playlists" ADD COLUMN "taken_down_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "playlists" ADD COLUMN "takedown_reason" text;--> statement-breakpoint
ALTER TABLE "playlists" ADD COLUMN "was_public_before" boolean;--> statement-breakpoint
ALTER TABLE "case_entries" ADD COLUMN "member_id" text;--> statement-breakpoint
ALTER TABLE "case_entries" ADD COLUMN "playlist_id" integer;--> statement-breakpoint
ALTER TABLE "track_reports" ADD COLUMN "member_id" text;--> statement-breakpoint
ALTER TABLE "track_reports" ADD COLUMN "playlist_id" integer;--> statement-breakpoint
ALTER TABLE "case_entries" ADD CONSTRAINT "case_entries_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_entries" ADD CONSTRAINT "case_entries_playlist_id_playlists_id_fk" FOREIGN KEY ("playlist_id") REFERENCES "public"."playlists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "track_reports" ADD CONSTRAINT "track_reports_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "track_reports" ADD CONSTRAINT "track_reports_playlist_id_playlists_id_fk" FOREIGN KEY ("playlist_id") REFERENCES "public"."playlists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "case_entries_member_index" ON "case_entries" USING btree ("member_id","id");--> statement-breakpoint
CREATE INDEX "case_entries_playlist_index" ON "case_entries" USING btree ("playlist_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "track_reports_member_once_unique" ON "track_reports" USING btree ("member_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "track_reports_playlist_once_unique" ON "track_reports" USING btree ("playlist_id","user_id");--> statement-breakpoint
CREATE INDEX "track_reports_member_index" ON "track_reports" USING btree ("member_id","handled_at","created_at","id");--> statement-breakpoint
CREATE INDEX "track_reports_playlist_index" ON "track_reports" USING btree ("playlist_id","handled_at","created_at","id");