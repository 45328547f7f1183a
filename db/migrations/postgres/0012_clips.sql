CREATE TABLE "clips" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"track_id" integer NOT NULL,
	"first_turn" integer NOT NULL,
	"first_sentence" integer NOT NULL,
	"last_turn" integer NOT NULL,
	"last_sentence" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "clips" ADD CONSTRAINT "clips_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clips" ADD CONSTRAINT "clips_track_id_tracks_id_fk" FOREIGN KEY ("track_id") REFERENCES "public"."tracks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "clips_range_unique" ON "clips" USING btree ("user_id","track_id","first_turn","first_sentence","last_turn","last_sentence");--> statement-breakpoint
CREATE INDEX "clips_newest_index" ON "clips" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "clips_track_index" ON "clips" USING btree ("track_id","user_id");