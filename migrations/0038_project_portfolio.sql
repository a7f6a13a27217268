CREATE TABLE `ppm_budget_lines` (
	`id` text PRIMARY KEY NOT NULL,
	`initiative_id` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`fiscal_year` integer NOT NULL,
	`category` text NOT NULL,
	`amount` integer NOT NULL,
	FOREIGN KEY (`initiative_id`) REFERENCES `cards`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `ppm_budget_lines_initiative` ON `ppm_budget_lines` (`initiative_id`,`category`,`amount`);--> statement-breakpoint
CREATE TABLE `ppm_cost_lines` (
	`id` text PRIMARY KEY NOT NULL,
	`initiative_id` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`description` text NOT NULL,
	`category` text NOT NULL,
	`planned` integer NOT NULL,
	`actual` integer NOT NULL,
	`date` text,
	FOREIGN KEY (`initiative_id`) REFERENCES `cards`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `ppm_cost_lines_initiative` ON `ppm_cost_lines` (`initiative_id`,`category`,`actual`);--> statement-breakpoint
CREATE TABLE `ppm_dependencies` (
	`id` text PRIMARY KEY NOT NULL,
	`initiative_id` text NOT NULL,
	`created_at` text NOT NULL,
	`pred_task_id` text,
	`pred_wbs_id` text,
	`succ_task_id` text,
	`succ_wbs_id` text,
	`pred_kind` text GENERATED ALWAYS AS (CASE WHEN pred_task_id IS NULL THEN 'wbs' ELSE 'task' END) VIRTUAL NOT NULL,
	`pred_id` text GENERATED ALWAYS AS (coalesce(pred_task_id, pred_wbs_id)) VIRTUAL NOT NULL,
	`succ_kind` text GENERATED ALWAYS AS (CASE WHEN succ_task_id IS NULL THEN 'wbs' ELSE 'task' END) VIRTUAL NOT NULL,
	`succ_id` text GENERATED ALWAYS AS (coalesce(succ_task_id, succ_wbs_id)) VIRTUAL NOT NULL,
	FOREIGN KEY (`initiative_id`) REFERENCES `cards`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`pred_task_id`) REFERENCES `ppm_tasks`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`pred_wbs_id`) REFERENCES `ppm_wbs`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`succ_task_id`) REFERENCES `ppm_tasks`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`succ_wbs_id`) REFERENCES `ppm_wbs`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ppm_dependencies_ends` ON `ppm_dependencies` (`initiative_id`,`pred_kind`,`pred_id`,`succ_kind`,`succ_id`);--> statement-breakpoint
CREATE INDEX `ppm_dependencies_predecessor` ON `ppm_dependencies` (`pred_id`);--> statement-breakpoint
CREATE INDEX `ppm_dependencies_pred_task` ON `ppm_dependencies` (`pred_task_id`);--> statement-breakpoint
CREATE INDEX `ppm_dependencies_pred_wbs` ON `ppm_dependencies` (`pred_wbs_id`);--> statement-breakpoint
CREATE INDEX `ppm_dependencies_succ_task` ON `ppm_dependencies` (`succ_task_id`);--> statement-breakpoint
CREATE INDEX `ppm_dependencies_succ_wbs` ON `ppm_dependencies` (`succ_wbs_id`);--> statement-breakpoint
CREATE TABLE `ppm_risks` (
	`id` text PRIMARY KEY NOT NULL,
	`initiative_id` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`title` text NOT NULL,
	`description` text,
	`probability` integer NOT NULL,
	`impact` integer NOT NULL,
	`risk_score` integer NOT NULL,
	`mitigation` text,
	`owner_id` text,
	`status` text NOT NULL,
	FOREIGN KEY (`initiative_id`) REFERENCES `cards`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `ppm_risks_initiative` ON `ppm_risks` (`initiative_id`,`risk_score`,`created_at`);--> statement-breakpoint
CREATE INDEX `ppm_risks_owner` ON `ppm_risks` (`owner_id`);--> statement-breakpoint
CREATE TABLE `ppm_status_reports` (
	`id` text PRIMARY KEY NOT NULL,
	`initiative_id` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`reporter_id` text,
	`report_date` text NOT NULL,
	`schedule_health` text NOT NULL,
	`cost_health` text NOT NULL,
	`scope_health` text NOT NULL,
	`summary` text,
	`accomplishments` text,
	`next_steps` text,
	FOREIGN KEY (`initiative_id`) REFERENCES `cards`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`reporter_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `ppm_status_reports_latest` ON `ppm_status_reports` (`initiative_id`,`report_date`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `ppm_status_reports_reporter` ON `ppm_status_reports` (`reporter_id`);--> statement-breakpoint
CREATE TABLE `ppm_task_comments` (
	`id` text PRIMARY KEY NOT NULL,
	`initiative_id` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`task_id` text NOT NULL,
	`user_id` text NOT NULL,
	`content` text NOT NULL,
	FOREIGN KEY (`initiative_id`) REFERENCES `cards`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`task_id`) REFERENCES `ppm_tasks`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `ppm_task_comments_task` ON `ppm_task_comments` (`task_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `ppm_task_comments_initiative` ON `ppm_task_comments` (`initiative_id`);--> statement-breakpoint
CREATE INDEX `ppm_task_comments_user` ON `ppm_task_comments` (`user_id`);--> statement-breakpoint
CREATE TABLE `ppm_tasks` (
	`id` text PRIMARY KEY NOT NULL,
	`initiative_id` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`title` text NOT NULL,
	`description` text,
	`status` text NOT NULL,
	`priority` text NOT NULL,
	`assignee_id` text,
	`start_date` text,
	`due_date` text,
	`sort_order` integer NOT NULL,
	`tags` text NOT NULL,
	`wbs_id` text,
	FOREIGN KEY (`initiative_id`) REFERENCES `cards`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`assignee_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`wbs_id`) REFERENCES `ppm_wbs`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `ppm_tasks_initiative` ON `ppm_tasks` (`initiative_id`,`sort_order`,`created_at`);--> statement-breakpoint
CREATE INDEX `ppm_tasks_item` ON `ppm_tasks` (`wbs_id`,`status`,`start_date`,`due_date`);--> statement-breakpoint
CREATE INDEX `ppm_tasks_assignee` ON `ppm_tasks` (`assignee_id`);--> statement-breakpoint
CREATE TABLE `ppm_wbs` (
	`id` text PRIMARY KEY NOT NULL,
	`initiative_id` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`parent_id` text,
	`title` text NOT NULL,
	`description` text,
	`start_date` text,
	`end_date` text,
	`sort_order` integer NOT NULL,
	`is_milestone` integer NOT NULL,
	`completion` real NOT NULL,
	`assignee_id` text,
	`task_weight` integer DEFAULT 0 NOT NULL,
	`task_progress` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`initiative_id`) REFERENCES `cards`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`parent_id`) REFERENCES `ppm_wbs`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`assignee_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `ppm_wbs_initiative` ON `ppm_wbs` (`initiative_id`,`sort_order`,`created_at`);--> statement-breakpoint
CREATE INDEX `ppm_wbs_parent` ON `ppm_wbs` (`parent_id`,`task_weight`,`task_progress`,`start_date`,`end_date`);--> statement-breakpoint
CREATE INDEX `ppm_wbs_assignee` ON `ppm_wbs` (`assignee_id`);