CREATE TABLE `operator_passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`operator_id` text NOT NULL,
	`name` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` real NOT NULL,
	`transports` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer
);
--> statement-breakpoint
CREATE INDEX `operator_passkeys_operator_index` ON `operator_passkeys` (`operator_id`);--> statement-breakpoint
CREATE TABLE `passkey_challenges` (
	`id` text PRIMARY KEY NOT NULL,
	`challenge` text NOT NULL,
	`operator_id` text,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `passkey_challenges_expires_index` ON `passkey_challenges` (`expires_at`);--> statement-breakpoint
CREATE TABLE `passwordless_operators` (
	`operator_id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL
);
