CREATE TABLE "weekly_emails" (
	"user_id" text PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "weekly_emails" ADD CONSTRAINT "weekly_emails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "weekly_emails_token_unique" ON "weekly_emails" USING btree ("token");--> statement-breakpoint
CREATE INDEX "weekly_emails_due_index" ON "weekly_emails" USING btree ("due_at");