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