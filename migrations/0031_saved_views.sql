CREATE TABLE `bookmark_shares` (
	`bookmark_id` text NOT NULL,
	`user_id` text NOT NULL,
	`can_edit` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`bookmark_id`, `user_id`),
	FOREIGN KEY (`bookmark_id`) REFERENCES `bookmarks`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `bookmark_shares_user` ON `bookmark_shares` (`user_id`);--> statement-breakpoint
CREATE TABLE `bookmarks` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`card_type` text,
	`filters` text,
	`columns` text,
	`sort` text,
	`is_default` integer DEFAULT false NOT NULL,
	`visibility` text DEFAULT 'private' NOT NULL,
	`odata_enabled` integer DEFAULT false NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `bookmarks_owner` ON `bookmarks` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `bookmarks_visibility` ON `bookmarks` (`visibility`,`created_at`);--> statement-breakpoint
CREATE TABLE `feed_tokens` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`token_hash` text NOT NULL,
	`token_version` integer NOT NULL,
	`expires_at` text NOT NULL,
	`last_used_at` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `feed_tokens_token_hash_unique` ON `feed_tokens` (`token_hash`);--> statement-breakpoint
CREATE INDEX `feed_tokens_user` ON `feed_tokens` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `saved_report_shares` (
	`saved_report_id` text NOT NULL,
	`user_id` text NOT NULL,
	PRIMARY KEY(`saved_report_id`, `user_id`),
	FOREIGN KEY (`saved_report_id`) REFERENCES `saved_reports`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `saved_report_shares_user` ON `saved_report_shares` (`user_id`);--> statement-breakpoint
CREATE TABLE `saved_reports` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`name` text NOT NULL,
	`description` text,
	`report_type` text NOT NULL,
	`config` text NOT NULL,
	`thumbnail` text,
	`visibility` text DEFAULT 'private' NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `saved_reports_owner` ON `saved_reports` (`owner_id`,`updated_at`);--> statement-breakpoint
CREATE INDEX `saved_reports_visibility` ON `saved_reports` (`visibility`,`updated_at`);