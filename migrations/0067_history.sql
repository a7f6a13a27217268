CREATE TABLE `former_rows` (
	`seq` integer PRIMARY KEY NOT NULL,
	`table_name` text,
	`key` text,
	`change` text,
	`former` text,
	`at` text,
	`event` integer
);
