CREATE TABLE "member_insights" (
	"user_id" text NOT NULL,
	"day" text NOT NULL,
	"source" text NOT NULL,
	"value" integer NOT NULL,
	CONSTRAINT "member_insights_user_id_day_source_pk" PRIMARY KEY("user_id","day","source")
);
--> statement-breakpoint
CREATE TABLE "track_insights" (
	"track_id" integer NOT NULL,
	"day" text NOT NULL,
	"source" text NOT NULL,
	"value" integer NOT NULL,
	CONSTRAINT "track_insights_track_id_day_source_pk" PRIMARY KEY("track_id","day","source")
);
--> statement-breakpoint
DROP INDEX "listening_history_track_index";--> statement-breakpoint
ALTER TABLE "member_insights" ADD CONSTRAINT "member_insights_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "track_insights" ADD CONSTRAINT "track_insights_track_id_tracks_id_fk" FOREIGN KEY ("track_id") REFERENCES "public"."tracks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "listening_history_track_newest_index" ON "listening_history" USING btree ("track_id","listened_at","position_ms","user_id");