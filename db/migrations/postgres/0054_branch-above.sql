ALTER TABLE "users" ADD COLUMN "branch_parent_id" text;--> statement-breakpoint
CREATE INDEX "users_branch_parent_index" ON "users" USING btree ("branch_parent_id");