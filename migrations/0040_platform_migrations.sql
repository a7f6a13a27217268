CREATE TABLE `migration_identity_map` (
	`source_type` text NOT NULL,
	`entity_kind` text NOT NULL,
	`source_id` text NOT NULL,
	`target_id` text NOT NULL,
	`migration_id` text,
	`last_seen_at` text NOT NULL,
	PRIMARY KEY(`source_type`, `entity_kind`, `source_id`),
	FOREIGN KEY (`migration_id`) REFERENCES `migrations`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `migration_identity_map_migration` ON `migration_identity_map` (`migration_id`);--> statement-breakpoint
CREATE TABLE `migration_pieces` (
	`seq` integer PRIMARY KEY NOT NULL,
	`migration_id` text NOT NULL,
	`position` integer NOT NULL,
	`bytes` blob NOT NULL,
	FOREIGN KEY (`migration_id`) REFERENCES `migrations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `migration_pieces_position` ON `migration_pieces` (`migration_id`,`position`);--> statement-breakpoint
CREATE TABLE `migrations` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`source_type` text NOT NULL,
	`status` text NOT NULL,
	`file_hash` text,
	`file_size` integer DEFAULT 0 NOT NULL,
	`snapshot_version` text,
	`include_archived` integer DEFAULT false NOT NULL,
	`stats` text NOT NULL,
	`field_mappings` text NOT NULL,
	`error_message` text,
	`created_by` text,
	`created_as` text,
	`applied_by` text,
	`applied_as` text,
	`batch_id` text,
	`parsed_at` text,
	`applied_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`applied_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `migrations_created` ON `migrations` (`created_at`);--> statement-breakpoint
CREATE INDEX `migrations_status` ON `migrations` (`status`);--> statement-breakpoint
CREATE INDEX `migrations_created_by` ON `migrations` (`created_by`);--> statement-breakpoint
CREATE INDEX `migrations_applied_by` ON `migrations` (`applied_by`);--> statement-breakpoint
CREATE UNIQUE INDEX `migrations_file` ON `migrations` (`file_hash`,`source_type`);--> statement-breakpoint
CREATE TABLE `staged_records` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`migration_id` text NOT NULL,
	`entity_kind` text NOT NULL,
	`source_id` text NOT NULL,
	`card_type_key` text,
	`action` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`outcome` text,
	`rank` integer DEFAULT 0 NOT NULL,
	`display_name` text,
	`source_data` text NOT NULL,
	`diff` text,
	`error_message` text,
	`target_id` text,
	`parent_source_id` text,
	FOREIGN KEY (`migration_id`) REFERENCES `migrations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `staged_records_status` ON `staged_records` (`migration_id`,`status`,`entity_kind`,`rank`);--> statement-breakpoint
CREATE UNIQUE INDEX `staged_records_source` ON `staged_records` (`migration_id`,`entity_kind`,`source_id`);