CREATE TABLE "track_sounds" (
	"track_id" integer NOT NULL,
	"sha256" text NOT NULL,
	"kbps" integer NOT NULL,
	"is_excerpt" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"replaced_at" timestamp (3) with time zone,
	CONSTRAINT "track_sounds_track_id_sha256_pk" PRIMARY KEY("track_id","sha256")
);
--> statement-breakpoint
ALTER TABLE "audio_tasks" ADD COLUMN "making" jsonb;--> statement-breakpoint
ALTER TABLE "generation_tasks" ADD COLUMN "making" jsonb;--> statement-breakpoint
ALTER TABLE "renditions" ADD COLUMN "sound_sha256" text;--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "making" jsonb;--> statement-breakpoint
ALTER TABLE "track_sounds" ADD CONSTRAINT "track_sounds_track_id_tracks_id_fk" FOREIGN KEY ("track_id") REFERENCES "public"."tracks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "track_sounds_sha256_index" ON "track_sounds" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "renditions_unhashed_index" ON "renditions" USING btree ("track_id") WHERE sound_sha256 is null;