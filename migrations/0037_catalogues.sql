CREATE TABLE `catalogue_archives` (
	`id` text PRIMARY KEY NOT NULL,
	`origin` text NOT NULL,
	`catalogue_version` text NOT NULL,
	`schema_version` text NOT NULL,
	`generated_at` text,
	`licence` text NOT NULL,
	`credit` text NOT NULL,
	`notice` text,
	`sha256` text NOT NULL,
	`size` integer NOT NULL,
	`locales` text NOT NULL,
	`macro_warnings` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `catalogue_entries` (
	`seq` integer PRIMARY KEY NOT NULL,
	`archive_id` text NOT NULL,
	`catalogue` text NOT NULL,
	`entry_id` text NOT NULL,
	`content` text NOT NULL,
	FOREIGN KEY (`archive_id`) REFERENCES `catalogue_archives`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `catalogue_entries_order` ON `catalogue_entries` (`catalogue`,`seq`);--> statement-breakpoint
CREATE INDEX `catalogue_entries_archive` ON `catalogue_entries` (`archive_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `catalogue_entries_id` ON `catalogue_entries` (`catalogue`,`entry_id`);--> statement-breakpoint
CREATE TABLE `catalogue_translations` (
	`seq` integer PRIMARY KEY NOT NULL,
	`archive_id` text NOT NULL,
	`catalogue` text NOT NULL,
	`locale` text NOT NULL,
	`entry_id` text NOT NULL,
	`fields` text NOT NULL,
	FOREIGN KEY (`archive_id`) REFERENCES `catalogue_archives`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `catalogue_translations_archive` ON `catalogue_translations` (`archive_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `catalogue_translations_id` ON `catalogue_translations` (`catalogue`,`locale`,`entry_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `ea_principles_catalogue_id_unique` ON `ea_principles` (`catalogue_id`);