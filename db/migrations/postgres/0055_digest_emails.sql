CREATE TABLE "digest_emails" (
	"user_id" text PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"told_id" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "digest_emails" ADD CONSTRAINT "digest_emails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "digest_emails_token_unique" ON "digest_emails" USING btree ("token");--> statement-breakpoint
CREATE INDEX "digest_emails_due_index" ON "digest_emails" USING btree ("due_at");