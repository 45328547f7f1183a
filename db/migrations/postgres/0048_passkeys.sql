CREATE TABLE "operator_passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"operator_id" text NOT NULL,
	"name" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" double precision NOT NULL,
	"transports" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "passkey_challenges" (
	"id" text PRIMARY KEY NOT NULL,
	"challenge" text NOT NULL,
	"operator_id" text,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passwordless_operators" (
	"operator_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "operator_passkeys_operator_index" ON "operator_passkeys" USING btree ("operator_id");--> statement-breakpoint
CREATE INDEX "passkey_challenges_expires_index" ON "passkey_challenges" USING btree ("expires_at");