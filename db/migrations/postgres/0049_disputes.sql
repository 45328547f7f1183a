CREATE TABLE "disputes" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text,
	"receipt_id" text NOT NULL,
	"amount" integer NOT NULL,
	"reason" text NOT NULL,
	"status" text NOT NULL,
	"evidence_due_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"fetch_seq" integer DEFAULT 0 NOT NULL,
	"applied_seq" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_receipt_id_receipts_id_fk" FOREIGN KEY ("receipt_id") REFERENCES "public"."receipts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "disputes_receipt_index" ON "disputes" USING btree ("receipt_id");--> statement-breakpoint
CREATE INDEX "disputes_user_index" ON "disputes" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "disputes_created_index" ON "disputes" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "disputes_awaiting_index" ON "disputes" USING btree ("created_at","id") WHERE status in ('needs_response', 'warning_needs_response', 'appeal_needs_response');--> statement-breakpoint
CREATE INDEX "disputes_due_index" ON "disputes" USING btree ("evidence_due_at") WHERE status in ('needs_response', 'warning_needs_response', 'appeal_needs_response');--> statement-breakpoint
CREATE INDEX "disputes_open_index" ON "disputes" USING btree ("created_at") WHERE closed_at is null;