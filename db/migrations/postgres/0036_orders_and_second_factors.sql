CREATE TABLE "second_factors" (
	"operator_id" text PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"last_step" integer DEFAULT 0 NOT NULL,
	"recovery_hashes" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text,
	"subscription_id" text NOT NULL,
	"method" text NOT NULL,
	"screen" text NOT NULL,
	"hash" text NOT NULL,
	"is_shown" boolean NOT NULL,
	"clicked_at" timestamp (3) with time zone NOT NULL,
	"ordered_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "screen" text;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "is_screen_shown" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "clicked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_user_index" ON "orders" USING btree ("user_id","ordered_at");--> statement-breakpoint
CREATE INDEX "orders_ordered_index" ON "orders" USING btree ("ordered_at");