CREATE TABLE "playbacks" (
	"user_id" text PRIMARY KEY NOT NULL,
	"device_id" text NOT NULL,
	"is_playing" boolean NOT NULL,
	"track_id" integer NOT NULL,
	"position_ms" integer NOT NULL,
	"rate" double precision NOT NULL,
	"queue" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "playbacks" ADD CONSTRAINT "playbacks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playbacks" ADD CONSTRAINT "playbacks_track_id_tracks_id_fk" FOREIGN KEY ("track_id") REFERENCES "public"."tracks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "playbacks_track_index" ON "playbacks" USING btree ("track_id");