ALTER TABLE "transcript_cues" ADD COLUMN "turn" integer;--> statement-breakpoint
ALTER TABLE "transcript_cues" ADD COLUMN "section" text;