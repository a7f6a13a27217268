CREATE TABLE `eol_snapshots` (
	`id` text PRIMARY KEY NOT NULL,
	`origin` text NOT NULL,
	`date` text NOT NULL,
	`products` text NOT NULL,
	`created_at` text NOT NULL
);
