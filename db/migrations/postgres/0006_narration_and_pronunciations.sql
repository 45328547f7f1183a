ALTER TABLE "audio_tasks" RENAME COLUMN "presentation" TO "narration";--> statement-breakpoint
ALTER TABLE "creation_choices" RENAME COLUMN "presentation" TO "narration";--> statement-breakpoint
ALTER TABLE "readings" RENAME TO "pronunciations";--> statement-breakpoint
ALTER TABLE "pronunciations" RENAME CONSTRAINT "readings_user_id_users_id_fk" TO "pronunciations_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "pronunciations" RENAME CONSTRAINT "readings_pkey" TO "pronunciations_pkey";--> statement-breakpoint
ALTER SEQUENCE "readings_id_seq" RENAME TO "pronunciations_id_seq";--> statement-breakpoint
ALTER INDEX "readings_word_unique" RENAME TO "pronunciations_word_unique";--> statement-breakpoint
ALTER INDEX "readings_user_index" RENAME TO "pronunciations_user_index";
