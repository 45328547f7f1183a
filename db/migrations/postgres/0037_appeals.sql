ALTER TABLE "objections" ADD COLUMN "appealed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "objections" ADD COLUMN "appeal_outcome" text;