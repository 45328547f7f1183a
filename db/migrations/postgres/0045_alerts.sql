CREATE TABLE "alert_marks" (
	"recipient" text NOT NULL,
	"kind" text NOT NULL,
	"seen_until" timestamp (3) with time zone NOT NULL,
	"level" integer NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"new_count" integer DEFAULT 0 NOT NULL,
	"total_count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "alert_marks_recipient_kind_pk" PRIMARY KEY("recipient","kind")
);
--> statement-breakpoint
CREATE TABLE "operator_alerts" (
	"operator_id" text PRIMARY KEY NOT NULL,
	"email" text,
	"push_kinds" jsonb NOT NULL,
	"email_kinds" jsonb NOT NULL,
	"quiet_from" integer,
	"quiet_until" integer,
	"urgent_passes" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" text PRIMARY KEY NOT NULL,
	"webhook_id" text NOT NULL,
	"body" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" text PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"kinds" jsonb NOT NULL,
	"secret" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone,
	"last_status" integer,
	"last_error" text
);
--> statement-breakpoint
DROP INDEX "push_subscriptions_endpoint_unique";--> statement-breakpoint
ALTER TABLE "push_subscriptions" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ALTER COLUMN "session_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD COLUMN "audience" text DEFAULT 'member' NOT NULL;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD COLUMN "operator_id" text;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD COLUMN "device_info" text;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due_index" ON "webhook_deliveries" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_webhook_index" ON "webhook_deliveries" USING btree ("webhook_id");--> statement-breakpoint
CREATE INDEX "push_subscriptions_operator_index" ON "push_subscriptions" USING btree ("operator_id");--> statement-breakpoint
CREATE UNIQUE INDEX "push_subscriptions_endpoint_unique" ON "push_subscriptions" USING btree ("endpoint","audience");--> statement-breakpoint
INSERT INTO "operator_alerts" ("operator_id", "push_kinds", "email_kinds") SELECT 'first', '[]', '["morning"]' FROM "settings" WHERE "key" = 'morning_email';--> statement-breakpoint
INSERT INTO "alert_marks" ("recipient", "kind", "seen_until", "level") SELECT 'operator first', 'morning', ("value" || 'T12:00:00+09:00')::timestamptz, 0 FROM "settings" WHERE "key" = 'morning_email';--> statement-breakpoint
DELETE FROM "settings" WHERE "key" = 'morning_email';