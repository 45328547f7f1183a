CREATE TABLE "receipts" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text,
	"number" text NOT NULL,
	"amount" integer NOT NULL,
	"tax_rate" integer NOT NULL,
	"period_start" timestamp (3) with time zone NOT NULL,
	"period_end" timestamp (3) with time zone NOT NULL,
	"paid_at" timestamp (3) with time zone NOT NULL,
	"supplier" text,
	"supplier_address" text,
	"registration_number" text,
	"recipient" text NOT NULL,
	"recipient_set_at" timestamp (3) with time zone,
	"refunded" integer DEFAULT 0 NOT NULL,
	"refunded_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "emails_receipts" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "receipts_user_index" ON "receipts" USING btree ("user_id","paid_at");--> statement-breakpoint
CREATE INDEX "receipts_paid_index" ON "receipts" USING btree ("paid_at");--> statement-breakpoint
-- Subscriptions that have ended are read once more, for the receipts of their payments.
UPDATE "subscriptions" SET "checked_at" = "created_at" WHERE "checked_at" IS NULL;
