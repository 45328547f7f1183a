CREATE TABLE "word_lists" (
	"version" integer PRIMARY KEY NOT NULL,
	"words" jsonb NOT NULL,
	"examples" jsonb NOT NULL,
	"exceptions" jsonb NOT NULL,
	"restores" integer,
	"blocked_count" integer NOT NULL,
	"freed_count" integer NOT NULL,
	"operator_name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
