ALTER TABLE "audio_tasks" ADD COLUMN "publish_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "audio_tasks" ADD COLUMN "publish_problem" text;--> statement-breakpoint
CREATE INDEX "audio_tasks_planned_index" ON "audio_tasks" USING btree ("publish_at") WHERE publish_at is not null;