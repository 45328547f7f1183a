CREATE TABLE "sources" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"flow" text NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"title" text NOT NULL,
	"permitted_at" timestamp (3) with time zone,
	"blocks" jsonb NOT NULL,
	"omitted" jsonb NOT NULL,
	"is_truncated" boolean NOT NULL,
	"chosen" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sources" ADD CONSTRAINT "sources_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sources_user_index" ON "sources" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "sources_expires_index" ON "sources" USING btree ("expires_at");