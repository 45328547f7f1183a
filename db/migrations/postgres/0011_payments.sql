CREATE TABLE "payments" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"subscription_id" text NOT NULL,
	"payment_intent_id" text,
	"amount" integer NOT NULL,
	"period_start" timestamp (3) with time zone NOT NULL,
	"period_end" timestamp (3) with time zone NOT NULL,
	"paid_at" timestamp (3) with time zone NOT NULL,
	"reversed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "purchases" (
	"user_id" text PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"way" text NOT NULL,
	"starts_at" timestamp (3) with time zone,
	"is_created" boolean DEFAULT false NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stripe_cancellations" (
	"id" text PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"refunds" boolean DEFAULT false NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stripe_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"processed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"customer_id" text NOT NULL,
	"status" text NOT NULL,
	"paid_until" timestamp (3) with time zone,
	"cancel_at_period_end" boolean DEFAULT false NOT NULL,
	"paused_from" timestamp (3) with time zone,
	"resumes_at" timestamp (3) with time zone,
	"reminded_at" timestamp (3) with time zone,
	"reads_begun" integer DEFAULT 0 NOT NULL,
	"read_applied" integer DEFAULT 0 NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "premium_display_end_date" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "premium_granted_from" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "premium_granted_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "premium_granted_days" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "stripe_customer_id" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "pause_used_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payments_user_index" ON "payments" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "payments_subscription_index" ON "payments" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "payments_intent_index" ON "payments" USING btree ("payment_intent_id");--> statement-breakpoint
CREATE INDEX "purchases_due_index" ON "purchases" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "stripe_cancellations_due_index" ON "stripe_cancellations" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "stripe_events_received_index" ON "stripe_events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "subscriptions_user_index" ON "subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "subscriptions_checked_index" ON "subscriptions" USING btree ("checked_at") WHERE checked_at is not null;--> statement-breakpoint
CREATE INDEX "subscriptions_resumes_index" ON "subscriptions" USING btree ("resumes_at") WHERE resumes_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_stripe_customer_unique" ON "users" USING btree ("stripe_customer_id");--> statement-breakpoint
UPDATE "users" SET "premium_display_end_date" = "premium_end_date", "premium_granted_from" = "premium_start_date", "premium_granted_until" = coalesce("premium_end_date", '9999-12-31T23:59:59Z'), "premium_granted_days" = coalesce(greatest(0, round(extract(epoch from "premium_end_date" - "premium_start_date") / 86400))::integer, 0) WHERE "is_premium";
