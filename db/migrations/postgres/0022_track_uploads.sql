CREATE TABLE "track_uploads" (
	"id" text PRIMARY KEY NOT NULL,
	"admin_name" text NOT NULL,
	"state" text DEFAULT 'receiving' NOT NULL,
	"stage" text DEFAULT 'waiting' NOT NULL,
	"progress" integer DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"labels" jsonb,
	"script" text DEFAULT '' NOT NULL,
	"cues" jsonb,
	"is_visible" boolean DEFAULT true NOT NULL,
	"is_premium_only" boolean DEFAULT false NOT NULL,
	"file_name" text DEFAULT '' NOT NULL,
	"bytes" integer DEFAULT 0 NOT NULL,
	"track_id" integer,
	"error" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "track_uploads_progress_percent" CHECK ("track_uploads"."progress" between 0 and 100)
);
--> statement-breakpoint
CREATE INDEX "track_uploads_created_index" ON "track_uploads" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "track_uploads_open_index" ON "track_uploads" USING btree ("updated_at") WHERE state in ('receiving', 'queued', 'processing');