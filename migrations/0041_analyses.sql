CREATE TABLE `turbolens_analysis_runs` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`analysis_type` text NOT NULL,
	`status` text NOT NULL,
	`started_at` text NOT NULL,
	`completed_at` text,
	`results` text,
	`error_message` text,
	`created_by` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `turbolens_analysis_runs_id_unique` ON `turbolens_analysis_runs` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `turbolens_runs_unfinished` ON `turbolens_analysis_runs` (`analysis_type`) WHERE status IN ('queued', 'running');--> statement-breakpoint
CREATE INDEX `turbolens_runs_started` ON `turbolens_analysis_runs` (`started_at`);--> statement-breakpoint
CREATE INDEX `turbolens_runs_creator` ON `turbolens_analysis_runs` (`created_by`);--> statement-breakpoint
CREATE TABLE `turbolens_assessments` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`title` text NOT NULL,
	`requirement` text NOT NULL,
	`status` text DEFAULT 'saved' NOT NULL,
	`session_data` text NOT NULL,
	`initiative_id` text,
	`created_by` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`initiative_id`) REFERENCES `cards`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `turbolens_assessments_id_unique` ON `turbolens_assessments` (`id`);--> statement-breakpoint
CREATE INDEX `turbolens_assessments_created` ON `turbolens_assessments` (`created_at`);--> statement-breakpoint
CREATE INDEX `turbolens_assessments_initiative` ON `turbolens_assessments` (`initiative_id`);--> statement-breakpoint
CREATE INDEX `turbolens_assessments_creator` ON `turbolens_assessments` (`created_by`);--> statement-breakpoint
CREATE TABLE `turbolens_duplicate_clusters` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`cluster_name` text NOT NULL,
	`card_type` text NOT NULL,
	`functional_domain` text,
	`card_ids` text NOT NULL,
	`card_names` text NOT NULL,
	`evidence` text DEFAULT '' NOT NULL,
	`recommendation` text DEFAULT '' NOT NULL,
	`score` real,
	`status` text DEFAULT 'pending' NOT NULL,
	`engine` text DEFAULT 'local' NOT NULL,
	`analysed_at` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `turbolens_duplicate_clusters_id_unique` ON `turbolens_duplicate_clusters` (`id`);--> statement-breakpoint
CREATE INDEX `turbolens_clusters_analysed` ON `turbolens_duplicate_clusters` (`analysed_at`);--> statement-breakpoint
CREATE INDEX `turbolens_clusters_status` ON `turbolens_duplicate_clusters` (`status`);--> statement-breakpoint
CREATE TABLE `turbolens_modernization_assessments` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`target_type` text NOT NULL,
	`cluster_id` text,
	`card_id` text,
	`card_name` text,
	`current_tech` text DEFAULT '' NOT NULL,
	`modernization_type` text DEFAULT '' NOT NULL,
	`recommendation` text DEFAULT '' NOT NULL,
	`effort` text DEFAULT 'medium' NOT NULL,
	`priority` text DEFAULT 'medium' NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`facts` text,
	`engine` text DEFAULT 'local' NOT NULL,
	`analysed_at` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`cluster_id`) REFERENCES `turbolens_duplicate_clusters`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`card_id`) REFERENCES `cards`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `turbolens_modernization_assessments_id_unique` ON `turbolens_modernization_assessments` (`id`);--> statement-breakpoint
CREATE INDEX `turbolens_modernizations_analysed` ON `turbolens_modernization_assessments` (`analysed_at`);--> statement-breakpoint
CREATE INDEX `turbolens_modernizations_type` ON `turbolens_modernization_assessments` (`target_type`);--> statement-breakpoint
CREATE INDEX `turbolens_modernizations_cluster` ON `turbolens_modernization_assessments` (`cluster_id`);--> statement-breakpoint
CREATE INDEX `turbolens_modernizations_card` ON `turbolens_modernization_assessments` (`card_id`);--> statement-breakpoint
CREATE TABLE `turbolens_vendor_analysis` (
	`id` text PRIMARY KEY NOT NULL,
	`vendor_name` text NOT NULL,
	`category` text NOT NULL,
	`sub_category` text DEFAULT '' NOT NULL,
	`reasoning` text DEFAULT '' NOT NULL,
	`app_count` integer DEFAULT 0 NOT NULL,
	`total_cost` real DEFAULT 0 NOT NULL,
	`app_list` text,
	`engine` text DEFAULT 'local' NOT NULL,
	`analysed_at` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `turbolens_vendor_analysis_vendor_name_unique` ON `turbolens_vendor_analysis` (`vendor_name`);--> statement-breakpoint
CREATE INDEX `turbolens_vendor_analysis_count` ON `turbolens_vendor_analysis` (`app_count`,`vendor_name`);--> statement-breakpoint
CREATE TABLE `turbolens_vendor_hierarchy` (
	`id` text PRIMARY KEY NOT NULL,
	`canonical_name` text NOT NULL,
	`vendor_type` text DEFAULT 'vendor' NOT NULL,
	`parent_id` text,
	`aliases` text,
	`category` text,
	`sub_category` text,
	`app_count` integer DEFAULT 0 NOT NULL,
	`itc_count` integer DEFAULT 0 NOT NULL,
	`total_cost` real DEFAULT 0 NOT NULL,
	`confidence` real,
	`linked_card_ids` text,
	`engine` text DEFAULT 'local' NOT NULL,
	`analysed_at` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`parent_id`) REFERENCES `turbolens_vendor_hierarchy`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `turbolens_vendor_hierarchy_canonical_name_unique` ON `turbolens_vendor_hierarchy` (`canonical_name`);--> statement-breakpoint
CREATE INDEX `turbolens_vendor_hierarchy_count` ON `turbolens_vendor_hierarchy` (`app_count`,`canonical_name`);--> statement-breakpoint
CREATE INDEX `turbolens_vendor_hierarchy_parent` ON `turbolens_vendor_hierarchy` (`parent_id`);