CREATE TABLE `statements_of_architecture_work` (
	`id` text PRIMARY KEY NOT NULL,
	`status` text DEFAULT 'draft' NOT NULL,
	`created_by` text,
	`signatories` text NOT NULL,
	`signed_at` text,
	`revision_number` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`name` text NOT NULL,
	`initiative_id` text,
	`parent_id` text,
	`document_info` text NOT NULL,
	`version_history` text NOT NULL,
	`sections` text NOT NULL,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`initiative_id`) REFERENCES `cards`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`parent_id`) REFERENCES `statements_of_architecture_work`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `statements_of_architecture_work_updated` ON `statements_of_architecture_work` (`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `statements_of_architecture_work_initiative` ON `statements_of_architecture_work` (`initiative_id`);--> statement-breakpoint
CREATE INDEX `statements_of_architecture_work_parent` ON `statements_of_architecture_work` (`parent_id`);--> statement-breakpoint
CREATE INDEX `statements_of_architecture_work_creator` ON `statements_of_architecture_work` (`created_by`);