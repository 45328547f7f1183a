CREATE TABLE "creation_choices" (
	"user_id" text PRIMARY KEY NOT NULL,
	"presentation" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audio_tasks" ADD COLUMN "presentation" jsonb;--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "speaker_names" jsonb;--> statement-breakpoint
ALTER TABLE "creation_choices" ADD CONSTRAINT "creation_choices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;