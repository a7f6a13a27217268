CREATE TABLE `seeds` (
	`name` text PRIMARY KEY NOT NULL,
	`version` text NOT NULL,
	`planted` text NOT NULL
);
--> statement-breakpoint
DROP INDEX `cards_sibling`;--> statement-breakpoint
CREATE INDEX `cards_type_name_parent` ON `cards` (`type`,`name_key`,`parent_id`);