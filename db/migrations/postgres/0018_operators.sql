CREATE TABLE "operators" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"role" text NOT NULL,
	"password_hash" text,
	"link_hash" text,
	"link_expires_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"disabled_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "admin_sessions" ADD COLUMN "operator_id" text;--> statement-breakpoint
CREATE UNIQUE INDEX "operators_name_unique" ON "operators" USING btree ("name_key");--> statement-breakpoint
CREATE UNIQUE INDEX "operators_link_unique" ON "operators" USING btree ("link_hash");--> statement-breakpoint
ALTER TABLE "admin_sessions" ADD CONSTRAINT "admin_sessions_operator_id_operators_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operators"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "admin_sessions_operator_index" ON "admin_sessions" USING btree ("operator_id");--> statement-breakpoint
CREATE INDEX "audit_log_name_index" ON "audit_log" USING btree ("actor_name","at","id");