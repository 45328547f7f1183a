CREATE TABLE "email_texts" (
	"template" text NOT NULL,
	"version" integer NOT NULL,
	"text" jsonb,
	"operator_name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "email_texts_template_version_pk" PRIMARY KEY("template","version")
);
--> statement-breakpoint
ALTER TABLE "bulk_runs" ADD COLUMN "announcement_id" integer;--> statement-breakpoint
ALTER TABLE "bulk_runs" ADD COLUMN "letter" jsonb;--> statement-breakpoint
ALTER TABLE "bulk_runs" ADD COLUMN "last_member" jsonb;--> statement-breakpoint
ALTER TABLE "bulk_runs" ADD COLUMN "due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "bulk_runs" ADD COLUMN "sent_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "announcement_id" integer;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "bulk_run_id" integer;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "emails_news" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "news_token" text;--> statement-breakpoint
ALTER TABLE "bulk_runs" ADD CONSTRAINT "bulk_runs_announcement_id_announcements_id_fk" FOREIGN KEY ("announcement_id") REFERENCES "public"."announcements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_announcement_id_announcements_id_fk" FOREIGN KEY ("announcement_id") REFERENCES "public"."announcements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_bulk_run_id_bulk_runs_id_fk" FOREIGN KEY ("bulk_run_id") REFERENCES "public"."bulk_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bulk_runs_announcement_index" ON "bulk_runs" USING btree ("announcement_id") WHERE announcement_id is not null;--> statement-breakpoint
CREATE INDEX "notifications_announcement_index" ON "notifications" USING btree ("announcement_id") WHERE announcement_id is not null;--> statement-breakpoint
CREATE INDEX "emails_bulk_run_index" ON "emails" USING btree ("bulk_run_id") WHERE bulk_run_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_news_token_unique" ON "users" USING btree ("news_token");--> statement-breakpoint
CREATE INDEX "users_news_index" ON "users" USING btree ("created_at","id") WHERE state = 'approved' and provider = 'google' and emails_news;