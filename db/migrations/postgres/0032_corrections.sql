CREATE TABLE "track_corrections" (
	"id" text PRIMARY KEY NOT NULL,
	"track_id" integer NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"progress" integer DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"line" integer NOT NULL,
	"before" text NOT NULL,
	"after" text NOT NULL,
	"note" text,
	"error" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"corrected_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "spoken_with" jsonb;--> statement-breakpoint
ALTER TABLE "track_corrections" ADD CONSTRAINT "track_corrections_track_id_tracks_id_fk" FOREIGN KEY ("track_id") REFERENCES "public"."tracks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "track_corrections_track_index" ON "track_corrections" USING btree ("track_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "track_corrections_open_unique" ON "track_corrections" USING btree ("track_id") WHERE state in ('queued', 'processing');