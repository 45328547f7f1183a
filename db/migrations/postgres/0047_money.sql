CREATE TABLE "failed_payments" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"subscription_id" text NOT NULL,
	"amount" integer NOT NULL,
	"attempts" integer NOT NULL,
	"failure" text,
	"failed_at" timestamp (3) with time zone NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"outcome" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"stripe_id" text,
	"user_id" text,
	"receipt_id" text NOT NULL,
	"amount" integer NOT NULL,
	"reason" text,
	"status" text NOT NULL,
	"failure" text,
	"audit_id" integer,
	"due_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "receipts_user_index";--> statement-breakpoint
DROP INDEX "receipts_paid_index";--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "payment_intent_id" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "ended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "failed_payments" ADD CONSTRAINT "failed_payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "failed_payments" ADD CONSTRAINT "failed_payments_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_receipt_id_receipts_id_fk" FOREIGN KEY ("receipt_id") REFERENCES "public"."receipts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "failed_payments_user_index" ON "failed_payments" USING btree ("user_id","failed_at","id");--> statement-breakpoint
CREATE INDEX "failed_payments_subscription_index" ON "failed_payments" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "failed_payments_failed_index" ON "failed_payments" USING btree ("failed_at","id");--> statement-breakpoint
CREATE INDEX "failed_payments_open_index" ON "failed_payments" USING btree ("failed_at","id") WHERE outcome = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_stripe_unique" ON "refunds" USING btree ("stripe_id");--> statement-breakpoint
CREATE INDEX "refunds_receipt_index" ON "refunds" USING btree ("receipt_id");--> statement-breakpoint
CREATE INDEX "refunds_created_index" ON "refunds" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "refunds_user_index" ON "refunds" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "refunds_failed_index" ON "refunds" USING btree ("created_at","id") WHERE status in ('failed', 'refused');--> statement-breakpoint
CREATE INDEX "refunds_due_index" ON "refunds" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "receipts_refunded_index" ON "receipts" USING btree ("paid_at","id") WHERE refunded > 0;--> statement-breakpoint
CREATE INDEX "receipts_number_index" ON "receipts" USING btree ("number");--> statement-breakpoint
CREATE INDEX "receipts_intent_index" ON "receipts" USING btree ("payment_intent_id");--> statement-breakpoint
CREATE INDEX "subscriptions_created_index" ON "subscriptions" USING btree ("created_at","status");--> statement-breakpoint
CREATE INDEX "subscriptions_ended_index" ON "subscriptions" USING btree ("ended_at") WHERE ended_at is not null;--> statement-breakpoint
CREATE INDEX "subscriptions_open_index" ON "subscriptions" USING btree ("status","paid_until") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "receipts_user_index" ON "receipts" USING btree ("user_id","paid_at","id");--> statement-breakpoint
CREATE INDEX "receipts_paid_index" ON "receipts" USING btree ("paid_at","id");--> statement-breakpoint
UPDATE "receipts" SET "payment_intent_id" = (SELECT "payment_intent_id" FROM "payments" WHERE "payments"."id" = "receipts"."id");--> statement-breakpoint
UPDATE "subscriptions" SET "checked_at" = "created_at" WHERE "status" = 'canceled';
