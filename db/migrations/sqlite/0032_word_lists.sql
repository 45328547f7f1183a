CREATE TABLE `word_lists` (
	`version` integer PRIMARY KEY NOT NULL,
	`words` text NOT NULL,
	`examples` text NOT NULL,
	`exceptions` text NOT NULL,
	`restores` integer,
	`blocked_count` integer NOT NULL,
	`freed_count` integer NOT NULL,
	`operator_name` text NOT NULL,
	`created_at` integer NOT NULL
);
