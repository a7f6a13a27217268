CREATE TABLE `scenario_results` (
	`id` text PRIMARY KEY NOT NULL,
	`scenario_id` text NOT NULL,
	`position` integer NOT NULL,
	`operation` text NOT NULL,
	`url` text NOT NULL,
	`params` text,
	`query` text,
	`body` blob,
	`content_type` text,
	`named_batch` text,
	`answered` text,
	`steps` blob,
	`user_id` text,
	`at` text NOT NULL,
	FOREIGN KEY (`scenario_id`) REFERENCES `scenarios`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `scenario_results_order` ON `scenario_results` (`scenario_id`,`position`);--> statement-breakpoint
CREATE INDEX `scenario_results_user` ON `scenario_results` (`user_id`);