CREATE TABLE `process_diagrams` (
	`id` text PRIMARY KEY NOT NULL,
	`process_id` text NOT NULL,
	`version` integer NOT NULL,
	`created_by` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`svg_thumbnail` text,
	`bpmn_xml` text NOT NULL,
	FOREIGN KEY (`process_id`) REFERENCES `cards`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `process_diagrams_version` ON `process_diagrams` (`process_id`,`version`);--> statement-breakpoint
CREATE INDEX `process_diagrams_creator` ON `process_diagrams` (`created_by`);--> statement-breakpoint
CREATE TABLE `process_elements` (
	`id` text PRIMARY KEY NOT NULL,
	`process_id` text NOT NULL,
	`bpmn_element_id` text NOT NULL,
	`element_type` text NOT NULL,
	`name` text,
	`lane_name` text,
	`is_automated` integer DEFAULT false NOT NULL,
	`sequence_order` integer NOT NULL,
	`application_id` text,
	`data_object_id` text,
	`it_component_id` text,
	`custom_fields` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`documentation` text,
	FOREIGN KEY (`process_id`) REFERENCES `cards`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`application_id`) REFERENCES `cards`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`data_object_id`) REFERENCES `cards`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`it_component_id`) REFERENCES `cards`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `process_elements_bpmn_id` ON `process_elements` (`process_id`,`bpmn_element_id`);--> statement-breakpoint
CREATE INDEX `process_elements_order` ON `process_elements` (`process_id`,`sequence_order`);--> statement-breakpoint
CREATE INDEX `process_elements_application` ON `process_elements` (`application_id`,`process_id`);--> statement-breakpoint
CREATE INDEX `process_elements_data_object` ON `process_elements` (`data_object_id`,`process_id`);--> statement-breakpoint
CREATE INDEX `process_elements_it_component` ON `process_elements` (`it_component_id`,`process_id`);--> statement-breakpoint
CREATE TABLE `process_flow_approvals` (
	`todo_id` text PRIMARY KEY NOT NULL,
	`version_id` text NOT NULL,
	FOREIGN KEY (`todo_id`) REFERENCES `todos`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`version_id`) REFERENCES `process_flow_versions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `process_flow_approvals_version` ON `process_flow_approvals` (`version_id`);--> statement-breakpoint
CREATE TABLE `process_flow_versions` (
	`id` text PRIMARY KEY NOT NULL,
	`process_id` text NOT NULL,
	`status` text DEFAULT 'draft' NOT NULL,
	`revision` integer NOT NULL,
	`created_by` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`submitted_by` text,
	`submitted_at` text,
	`approved_by` text,
	`approved_at` text,
	`archived_at` text,
	`based_on_id` text,
	`draft_element_links` text,
	`archived_element_links` text,
	`svg_thumbnail` text,
	`bpmn_xml` text NOT NULL,
	FOREIGN KEY (`process_id`) REFERENCES `cards`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`submitted_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`approved_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`based_on_id`) REFERENCES `process_flow_versions`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `process_flow_versions_revision` ON `process_flow_versions` (`process_id`,`revision`);--> statement-breakpoint
CREATE UNIQUE INDEX `process_flow_versions_published` ON `process_flow_versions` (`process_id`) WHERE status = 'published';--> statement-breakpoint
CREATE INDEX `process_flow_versions_status` ON `process_flow_versions` (`process_id`,`status`,`created_at`);--> statement-breakpoint
CREATE INDEX `process_flow_versions_base` ON `process_flow_versions` (`based_on_id`);--> statement-breakpoint
CREATE INDEX `process_flow_versions_creator` ON `process_flow_versions` (`created_by`);--> statement-breakpoint
CREATE INDEX `process_flow_versions_submitter` ON `process_flow_versions` (`submitted_by`);--> statement-breakpoint
CREATE INDEX `process_flow_versions_approver` ON `process_flow_versions` (`approved_by`);--> statement-breakpoint
CREATE TABLE `process_assessments` (
	`id` text PRIMARY KEY NOT NULL,
	`process_id` text NOT NULL,
	`assessor_id` text,
	`assessment_date` text NOT NULL,
	`overall_score` integer NOT NULL,
	`efficiency` integer NOT NULL,
	`effectiveness` integer NOT NULL,
	`compliance` integer NOT NULL,
	`automation` integer NOT NULL,
	`notes` text,
	`action_items` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`process_id`) REFERENCES `cards`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`assessor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `process_assessments_process` ON `process_assessments` (`process_id`,`assessment_date`,`created_at`);--> statement-breakpoint
CREATE INDEX `process_assessments_assessor` ON `process_assessments` (`assessor_id`);