CREATE TABLE `bulk_runs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`action` text NOT NULL,
	`actor_name` text,
	`reason` text,
	`items` text NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`total` integer NOT NULL,
	`changed_count` integer DEFAULT 0 NOT NULL,
	`email` text,
	`created_at` integer NOT NULL,
	`finished_at` integer,
	`is_cancelled` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX `bulk_runs_open_index` ON `bulk_runs` (`id`) WHERE finished_at is null;
--> statement-breakpoint
INSERT INTO "bulk_runs" ("action", "actor_name", "reason", "items", "position", "total", "changed_count", "email", "created_at", "finished_at", "is_cancelled")
SELECT CASE "action" WHEN 'withhold' THEN 'take-down' WHEN 'release' THEN 'restore' ELSE "action" END, "actor_name", "reason", "track_ids", "position", "total", "changed_count", "email", "created_at", "finished_at", "is_cancelled" FROM "track_bulk_runs" ORDER BY "id";
--> statement-breakpoint
INSERT INTO "bulk_runs" ("action", "actor_name", "reason", "items", "position", "total", "changed_count", "created_at", "finished_at", "is_cancelled")
SELECT "action", "actor_name", "reason", "user_ids", "position", "total", "changed_count", "created_at", "finished_at", "is_cancelled" FROM "member_bulk_runs" ORDER BY "id";
--> statement-breakpoint
DROP TABLE `member_bulk_runs`;--> statement-breakpoint
DROP TABLE `track_bulk_runs`;