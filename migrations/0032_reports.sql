CREATE TABLE `kpi_snapshots` (
	`id` text PRIMARY KEY NOT NULL,
	`snapshot_date` text NOT NULL,
	`total_cards` integer NOT NULL,
	`avg_data_quality` real NOT NULL,
	`approved_count` integer NOT NULL,
	`broken_count` integer NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `kpi_snapshots_snapshot_date_unique` ON `kpi_snapshots` (`snapshot_date`);--> statement-breakpoint
ALTER TABLE `relation_types` ADD `affected_end` text;