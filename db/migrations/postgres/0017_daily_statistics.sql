CREATE TABLE "daily_statistics" (
	"day" text NOT NULL,
	"metric" text NOT NULL,
	"value" double precision NOT NULL,
	CONSTRAINT "daily_statistics_day_metric_pk" PRIMARY KEY("day","metric")
);
--> statement-breakpoint
ALTER TABLE "audio_tasks" ADD COLUMN "failure_cause" text;--> statement-breakpoint
CREATE INDEX "audio_tasks_failed_index" ON "audio_tasks" USING btree ("updated_at") WHERE state = 'failed';--> statement-breakpoint
CREATE INDEX "stripe_events_unprocessed_index" ON "stripe_events" USING btree ("received_at") WHERE processed_at is null;--> statement-breakpoint
CREATE INDEX "users_premium_end_index" ON "users" USING btree ("premium_end_date") WHERE premium_end_date is not null;