CREATE TABLE `jobs` (
	`name` text PRIMARY KEY NOT NULL,
	`lease_owner` text,
	`lease_until` text,
	`next_run` text NOT NULL,
	`last_started` text,
	`last_finished` text,
	`last_error` text
);
