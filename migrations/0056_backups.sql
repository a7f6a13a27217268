CREATE TABLE `backups` (
	`name` text PRIMARY KEY NOT NULL,
	`created_at` text NOT NULL,
	`reason` text NOT NULL,
	`bytes` integer,
	`database_bytes` integer,
	`milliseconds` integer,
	`is_encrypted` integer NOT NULL,
	`verdict` text NOT NULL,
	`problem` text,
	`sha256` text,
	`counts` text,
	`checked_at` text,
	`drilled_at` text,
	`drill_differences` text
);
--> statement-breakpoint
CREATE INDEX `backups_created` ON `backups` (`created_at`);