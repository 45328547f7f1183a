CREATE TABLE `file_removals` (
	`path` text PRIMARY KEY NOT NULL
);
