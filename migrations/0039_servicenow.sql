CREATE TABLE `servicenow_connections` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`instance_url` text NOT NULL,
	`auth_type` text NOT NULL,
	`credentials` text DEFAULT '{}' NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`last_tested_at` text,
	`test_status` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `servicenow_connections_created` ON `servicenow_connections` (`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `servicenow_field_mappings` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`mapping_id` text NOT NULL,
	`turbo_field` text NOT NULL,
	`snow_field` text NOT NULL,
	`direction` text NOT NULL,
	`transform_type` text,
	`transform_config` text,
	`is_identity` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`mapping_id`) REFERENCES `servicenow_mappings`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `servicenow_field_mappings_id_unique` ON `servicenow_field_mappings` (`id`);--> statement-breakpoint
CREATE INDEX `servicenow_field_mappings_mapping` ON `servicenow_field_mappings` (`mapping_id`,`seq`);--> statement-breakpoint
CREATE TABLE `servicenow_identity_map` (
	`seq` integer PRIMARY KEY NOT NULL,
	`connection_id` text NOT NULL,
	`mapping_id` text NOT NULL,
	`card_id` text NOT NULL,
	`snow_sys_id` text NOT NULL,
	`snow_table` text NOT NULL,
	`created_by_sync` integer NOT NULL,
	`last_synced_at` text NOT NULL,
	`last_seen_at` text NOT NULL,
	FOREIGN KEY (`connection_id`) REFERENCES `servicenow_connections`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`mapping_id`) REFERENCES `servicenow_mappings`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `servicenow_identity_map_row` ON `servicenow_identity_map` (`connection_id`,`snow_table`,`snow_sys_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `servicenow_identity_map_card` ON `servicenow_identity_map` (`connection_id`,`snow_table`,`card_id`);--> statement-breakpoint
CREATE INDEX `servicenow_identity_map_seen` ON `servicenow_identity_map` (`mapping_id`,`snow_table`,`last_seen_at`,`created_by_sync`);--> statement-breakpoint
CREATE TABLE `servicenow_mappings` (
	`id` text PRIMARY KEY NOT NULL,
	`connection_id` text NOT NULL,
	`card_type_key` text NOT NULL,
	`snow_table` text NOT NULL,
	`sync_direction` text NOT NULL,
	`sync_mode` text NOT NULL,
	`max_deletion_ratio` real NOT NULL,
	`filter_query` text,
	`skip_staging` integer DEFAULT false NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`schedule` text,
	`next_run_at` text,
	`scheduled_by` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`connection_id`) REFERENCES `servicenow_connections`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`scheduled_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `servicenow_mappings_connection` ON `servicenow_mappings` (`connection_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `servicenow_mappings_created` ON `servicenow_mappings` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `servicenow_mappings_due` ON `servicenow_mappings` (`next_run_at`) WHERE next_run_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `servicenow_mappings_scheduler` ON `servicenow_mappings` (`scheduled_by`);--> statement-breakpoint
CREATE TABLE `servicenow_staged_records` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`sync_run_id` text NOT NULL,
	`mapping_id` text NOT NULL,
	`card_id` text,
	`snow_sys_id` text NOT NULL,
	`snow_data` text NOT NULL,
	`action` text NOT NULL,
	`diff` text,
	`status` text NOT NULL,
	`error_message` text,
	`reason` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`sync_run_id`) REFERENCES `servicenow_sync_runs`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`mapping_id`) REFERENCES `servicenow_mappings`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `servicenow_staged_records_id_unique` ON `servicenow_staged_records` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `servicenow_staged_records_row` ON `servicenow_staged_records` (`sync_run_id`,`snow_sys_id`);--> statement-breakpoint
CREATE INDEX `servicenow_staged_records_status` ON `servicenow_staged_records` (`sync_run_id`,`status`,`seq`);--> statement-breakpoint
CREATE INDEX `servicenow_staged_records_mapping` ON `servicenow_staged_records` (`mapping_id`);--> statement-breakpoint
CREATE TABLE `servicenow_sync_runs` (
	`id` text PRIMARY KEY NOT NULL,
	`connection_id` text NOT NULL,
	`mapping_id` text,
	`status` text NOT NULL,
	`direction` text NOT NULL,
	`started_at` text NOT NULL,
	`completed_at` text,
	`stats` text NOT NULL,
	`error_message` text,
	`reason` text,
	`created_by` text,
	`impersonated_role` text,
	`auto_apply` integer DEFAULT true NOT NULL,
	`changed_since` text,
	`phase` text NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`passes` integer DEFAULT 0 NOT NULL,
	`first_total` integer,
	`batch_id` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`lease_owner` text,
	`lease_until` text,
	FOREIGN KEY (`connection_id`) REFERENCES `servicenow_connections`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`mapping_id`) REFERENCES `servicenow_mappings`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `servicenow_sync_runs_running` ON `servicenow_sync_runs` (`mapping_id`) WHERE status = 'running';--> statement-breakpoint
CREATE INDEX `servicenow_sync_runs_abandoned` ON `servicenow_sync_runs` (`lease_until`) WHERE status = 'running';--> statement-breakpoint
CREATE INDEX `servicenow_sync_runs_started` ON `servicenow_sync_runs` (`started_at`,`id`);--> statement-breakpoint
CREATE INDEX `servicenow_sync_runs_connection` ON `servicenow_sync_runs` (`connection_id`,`started_at`,`id`);--> statement-breakpoint
CREATE INDEX `servicenow_sync_runs_mapping` ON `servicenow_sync_runs` (`mapping_id`,`started_at`,`id`);--> statement-breakpoint
CREATE INDEX `servicenow_sync_runs_creator` ON `servicenow_sync_runs` (`created_by`);