CREATE TABLE `todos` (
	`id` text PRIMARY KEY NOT NULL,
	`card_id` text,
	`description` text NOT NULL,
	`status` text DEFAULT 'open' NOT NULL,
	`link` text,
	`is_system` integer DEFAULT false NOT NULL,
	`assigned_to` text,
	`created_by` text,
	`due_date` text,
	`series_id` text,
	`recurrence_unit` text DEFAULT 'none' NOT NULL,
	`recurrence_interval` integer DEFAULT 1 NOT NULL,
	`lead_time_days` integer DEFAULT 0 NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`card_id`) REFERENCES `cards`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`assigned_to`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `todos_card` ON `todos` (`card_id`);--> statement-breakpoint
CREATE INDEX `todos_assignee` ON `todos` (`assigned_to`,`status`);--> statement-breakpoint
CREATE INDEX `todos_creator` ON `todos` (`created_by`);--> statement-breakpoint
CREATE INDEX `todos_link` ON `todos` (`link`);--> statement-breakpoint
CREATE INDEX `todos_series` ON `todos` (`series_id`);--> statement-breakpoint
CREATE INDEX `todos_due` ON `todos` (`status`,`due_date`);