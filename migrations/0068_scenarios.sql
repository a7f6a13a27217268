CREATE TABLE `scenario_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`scenario_id` text NOT NULL,
	`position` integer NOT NULL,
	`operation` text NOT NULL,
	`summary` text NOT NULL,
	`url` text NOT NULL,
	`params` text,
	`query` text,
	`body` blob,
	`content_type` text,
	`user_id` text,
	`at` text NOT NULL,
	`events` text NOT NULL,
	`merged_seq` integer,
	FOREIGN KEY (`scenario_id`) REFERENCES `scenarios`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `scenario_changes_order` ON `scenario_changes` (`scenario_id`,`position`);--> statement-breakpoint
CREATE INDEX `scenario_changes_user` ON `scenario_changes` (`user_id`);--> statement-breakpoint
CREATE TABLE `scenario_members` (
	`id` text PRIMARY KEY NOT NULL,
	`scenario_id` text NOT NULL,
	`user_id` text,
	`role` text,
	`may_change` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`scenario_id`) REFERENCES `scenarios`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `scenario_members_user` ON `scenario_members` (`scenario_id`,`user_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `scenario_members_role` ON `scenario_members` (`scenario_id`,`role`);--> statement-breakpoint
CREATE INDEX `scenario_members_of` ON `scenario_members` (`user_id`);--> statement-breakpoint
CREATE TABLE `scenarios` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`question` text,
	`state` text DEFAULT 'draft' NOT NULL,
	`owner_id` text,
	`base_seq` integer NOT NULL,
	`base_at` text NOT NULL,
	`base_event` integer NOT NULL,
	`target_date` text,
	`decision_id` text,
	`merged_at` text,
	`merged_batch_id` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`decision_id`) REFERENCES `architecture_decisions`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `scenarios_created` ON `scenarios` (`created_at`);--> statement-breakpoint
CREATE INDEX `scenarios_owner` ON `scenarios` (`owner_id`);--> statement-breakpoint
CREATE INDEX `scenarios_decision` ON `scenarios` (`decision_id`);--> statement-breakpoint
UPDATE `roles` SET `permissions` = json_set(`permissions`, '$."scenarios.create"', json('true')) WHERE `key` IN ('bpm_admin', 'member') AND json_valid(`permissions`);
