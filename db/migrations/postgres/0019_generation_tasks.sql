CREATE TABLE "generation_tasks" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"theme_id" integer,
	"input_text" text,
	"active_key" text NOT NULL,
	"speaking_rate" double precision NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"stage" text DEFAULT 'initialization' NOT NULL,
	"stage_log" jsonb NOT NULL,
	"progress" integer DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"script" text,
	"title" text,
	"labels" jsonb,
	"fact_check" jsonb,
	"grounding" jsonb,
	"track_id" integer,
	"error" text,
	"failure_cause" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "generation_tasks_progress_percent" CHECK ("generation_tasks"."progress" between 0 and 100),
	CONSTRAINT "generation_tasks_text_of_kind" CHECK (("generation_tasks"."kind" = 'text') = ("generation_tasks"."input_text" is not null))
);
--> statement-breakpoint
ALTER TABLE "generation_tasks" ADD CONSTRAINT "generation_tasks_theme_id_themes_id_fk" FOREIGN KEY ("theme_id") REFERENCES "public"."themes"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "generation_tasks" ADD CONSTRAINT "generation_tasks_track_id_tracks_id_fk" FOREIGN KEY ("track_id") REFERENCES "public"."tracks"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "generation_tasks_active_unique" ON "generation_tasks" USING btree ("active_key") WHERE state in ('queued', 'processing');--> statement-breakpoint
CREATE INDEX "generation_tasks_kind_index" ON "generation_tasks" USING btree ("kind","created_at","id");--> statement-breakpoint
CREATE INDEX "generation_tasks_state_index" ON "generation_tasks" USING btree ("kind","state");--> statement-breakpoint
CREATE INDEX "generation_tasks_ended_index" ON "generation_tasks" USING btree ("ended_at");--> statement-breakpoint
CREATE INDEX "generation_tasks_theme_index" ON "generation_tasks" USING btree ("theme_id");--> statement-breakpoint
CREATE INDEX "generation_tasks_track_index" ON "generation_tasks" USING btree ("track_id");