CREATE TABLE `risk_cards` (
	`risk_id` text NOT NULL,
	`card_id` text NOT NULL,
	`role` text DEFAULT 'affected' NOT NULL,
	PRIMARY KEY(`risk_id`, `card_id`),
	FOREIGN KEY (`risk_id`) REFERENCES `risks`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`card_id`) REFERENCES `cards`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `risk_cards_card` ON `risk_cards` (`card_id`);--> statement-breakpoint
CREATE TABLE `risk_mitigation_task_occurrences` (
	`id` text PRIMARY KEY NOT NULL,
	`task_id` text NOT NULL,
	`sequence` integer NOT NULL,
	`assigned_owner_id` text,
	`due_date` text,
	`status` text NOT NULL,
	`activated_at` text,
	`completed_at` text,
	`completed_by` text,
	`owner_at_completion` text,
	`completion_notes` text,
	`todo_id` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`task_id`) REFERENCES `risk_mitigation_tasks`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`assigned_owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`completed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`owner_at_completion`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`todo_id`) REFERENCES `todos`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `risk_mitigation_task_occurrences_sequence` ON `risk_mitigation_task_occurrences` (`task_id`,`sequence`);--> statement-breakpoint
CREATE INDEX `risk_mitigation_task_occurrences_due` ON `risk_mitigation_task_occurrences` (`status`,`due_date`);--> statement-breakpoint
CREATE INDEX `risk_mitigation_task_occurrences_assignee` ON `risk_mitigation_task_occurrences` (`assigned_owner_id`);--> statement-breakpoint
CREATE INDEX `risk_mitigation_task_occurrences_completer` ON `risk_mitigation_task_occurrences` (`completed_by`);--> statement-breakpoint
CREATE INDEX `risk_mitigation_task_occurrences_owner` ON `risk_mitigation_task_occurrences` (`owner_at_completion`);--> statement-breakpoint
CREATE INDEX `risk_mitigation_task_occurrences_todo` ON `risk_mitigation_task_occurrences` (`todo_id`);--> statement-breakpoint
CREATE TABLE `risk_mitigation_tasks` (
	`id` text PRIMARY KEY NOT NULL,
	`risk_id` text NOT NULL,
	`number` integer NOT NULL,
	`reference` text GENERATED ALWAYS AS (printf('T-%06d', number)) VIRTUAL NOT NULL,
	`title` text NOT NULL,
	`description` text,
	`owner_id` text,
	`recurrence_unit` text DEFAULT 'none' NOT NULL,
	`recurrence_interval` integer DEFAULT 1 NOT NULL,
	`lead_time_days` integer DEFAULT 0 NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`created_by` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`risk_id`) REFERENCES `risks`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `risk_mitigation_tasks_number_unique` ON `risk_mitigation_tasks` (`number`);--> statement-breakpoint
CREATE INDEX `risk_mitigation_tasks_risk` ON `risk_mitigation_tasks` (`risk_id`);--> statement-breakpoint
CREATE INDEX `risk_mitigation_tasks_owner` ON `risk_mitigation_tasks` (`owner_id`);--> statement-breakpoint
CREATE INDEX `risk_mitigation_tasks_creator` ON `risk_mitigation_tasks` (`created_by`);--> statement-breakpoint
CREATE TABLE `risks` (
	`id` text PRIMARY KEY NOT NULL,
	`number` integer NOT NULL,
	`reference` text GENERATED ALWAYS AS (printf('R-%06d', number)) VIRTUAL NOT NULL,
	`title` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`search_key` text NOT NULL,
	`category` text DEFAULT 'operational' NOT NULL,
	`source_type` text DEFAULT 'manual' NOT NULL,
	`source_ref` text,
	`initial_probability` text NOT NULL,
	`initial_impact` text NOT NULL,
	`initial_level` text NOT NULL,
	`residual_probability` text,
	`residual_impact` text,
	`residual_level` text,
	`level_rank` integer GENERATED ALWAYS AS (CASE coalesce(residual_level, initial_level) WHEN 'critical' THEN 0 WHEN 'high' THEN 1 WHEN 'medium' THEN 2 ELSE 3 END) VIRTUAL NOT NULL,
	`owner_id` text,
	`owner_todo_id` text,
	`target_resolution_date` text,
	`target_order` text GENERATED ALWAYS AS (coalesce(target_resolution_date, '~')) VIRTUAL NOT NULL,
	`status` text DEFAULT 'identified' NOT NULL,
	`acceptance_rationale` text,
	`accepted_by` text,
	`accepted_at` text,
	`created_by` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`owner_todo_id`) REFERENCES `todos`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`accepted_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `risks_number_unique` ON `risks` (`number`);--> statement-breakpoint
CREATE INDEX `risks_updated` ON `risks` (`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `risks_level` ON `risks` (`level_rank`,`id`);--> statement-breakpoint
CREATE INDEX `risks_target` ON `risks` (`target_order`,`id`);--> statement-breakpoint
CREATE INDEX `risks_figures` ON `risks` (`status`,`category`,`initial_probability`,`initial_impact`,`initial_level`,`residual_probability`,`residual_impact`,`residual_level`,`target_resolution_date`,`created_at`,`source_type`);--> statement-breakpoint
CREATE INDEX `risks_owner` ON `risks` (`owner_id`);--> statement-breakpoint
CREATE INDEX `risks_owner_todo` ON `risks` (`owner_todo_id`);--> statement-breakpoint
CREATE INDEX `risks_acceptor` ON `risks` (`accepted_by`);--> statement-breakpoint
CREATE INDEX `risks_creator` ON `risks` (`created_by`);