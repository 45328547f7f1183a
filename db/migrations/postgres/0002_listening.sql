CREATE TABLE "count_marks" (
	"listener" text NOT NULL,
	"track_id" integer NOT NULL,
	"kind" text NOT NULL,
	"counted_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "count_marks_listener_track_id_kind_pk" PRIMARY KEY("listener","track_id","kind")
);
--> statement-breakpoint
CREATE TABLE "listening_history" (
	"user_id" text NOT NULL,
	"track_id" integer NOT NULL,
	"listened_at" timestamp (3) with time zone NOT NULL,
	"position_ms" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "listening_history_user_id_track_id_pk" PRIMARY KEY("user_id","track_id")
);
--> statement-breakpoint
ALTER TABLE "labels" ADD COLUMN "usage_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "speed_trial_ends_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "listening_history" ADD CONSTRAINT "listening_history_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listening_history" ADD CONSTRAINT "listening_history_track_id_tracks_id_fk" FOREIGN KEY ("track_id") REFERENCES "public"."tracks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "count_marks_counted_index" ON "count_marks" USING btree ("counted_at");--> statement-breakpoint
CREATE INDEX "listening_history_newest_index" ON "listening_history" USING btree ("user_id","listened_at","track_id");--> statement-breakpoint
CREATE INDEX "listening_history_track_index" ON "listening_history" USING btree ("track_id");--> statement-breakpoint
CREATE INDEX "labels_usage_index" ON "labels" USING btree ("usage_count","id");--> statement-breakpoint
CREATE INDEX "labels_folded_index" ON "labels" USING btree ("folded");