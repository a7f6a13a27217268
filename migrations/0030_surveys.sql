CREATE TABLE `survey_responses` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`survey_id` text NOT NULL,
	`card_id` text NOT NULL,
	`user_id` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`responses` text DEFAULT '{}' NOT NULL,
	`applied` integer DEFAULT false NOT NULL,
	`responded_at` text,
	`applied_at` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`survey_id`) REFERENCES `surveys`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`card_id`) REFERENCES `cards`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `survey_responses_id_unique` ON `survey_responses` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `survey_responses_survey_card_user` ON `survey_responses` (`survey_id`,`card_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `survey_responses_survey` ON `survey_responses` (`survey_id`,`status`,`applied`);--> statement-breakpoint
CREATE INDEX `survey_responses_user` ON `survey_responses` (`user_id`,`status`,`survey_id`);--> statement-breakpoint
CREATE INDEX `survey_responses_card` ON `survey_responses` (`card_id`);--> statement-breakpoint
CREATE TABLE `surveys` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`message` text DEFAULT '' NOT NULL,
	`status` text DEFAULT 'draft' NOT NULL,
	`target_type_key` text NOT NULL,
	`target_filters` text NOT NULL,
	`target_roles` text NOT NULL,
	`fields` text NOT NULL,
	`created_by` text,
	`sent_at` text,
	`closed_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `surveys_created` ON `surveys` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `surveys_status_created` ON `surveys` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `surveys_creator` ON `surveys` (`created_by`);