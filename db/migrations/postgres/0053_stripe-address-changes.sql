CREATE TABLE "stripe_address_changes" (
	"user_id" text PRIMARY KEY NOT NULL,
	"previous_email" text NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "stripe_address_changes" ADD CONSTRAINT "stripe_address_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stripe_address_changes_due_index" ON "stripe_address_changes" USING btree ("due_at");