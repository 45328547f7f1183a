CREATE TABLE "daily_mix_items" (
	"user_id" text NOT NULL,
	"position" integer NOT NULL,
	"track_id" integer NOT NULL,
	"reason" text NOT NULL,
	"from_ms" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "daily_mix_items_user_id_position_pk" PRIMARY KEY("user_id","position")
);
--> statement-breakpoint
CREATE TABLE "daily_mixes" (
	"user_id" text PRIMARY KEY NOT NULL,
	"minutes" integer NOT NULL,
	"day" text,
	"feed_id" text,
	"feed_created_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "daily_mix_items" ADD CONSTRAINT "daily_mix_items_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "daily_mix_items" ADD CONSTRAINT "daily_mix_items_track_id_tracks_id_fk" FOREIGN KEY ("track_id") REFERENCES "public"."tracks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "daily_mixes" ADD CONSTRAINT "daily_mixes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "daily_mix_items_track_index" ON "daily_mix_items" USING btree ("track_id");--> statement-breakpoint
CREATE UNIQUE INDEX "daily_mixes_feed_unique" ON "daily_mixes" USING btree ("feed_id");