CREATE TABLE `access_tokens` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`token_hash` text NOT NULL,
	`last_four` text NOT NULL,
	`scope` text NOT NULL,
	`areas` text,
	`expires_at` text,
	`last_used_at` text,
	`last_used_from` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `access_tokens_token_hash_unique` ON `access_tokens` (`token_hash`);--> statement-breakpoint
CREATE INDEX `access_tokens_user` ON `access_tokens` (`user_id`,`created_at`);--> statement-breakpoint
INSERT INTO `access_tokens` (`id`, `user_id`, `name`, `token_hash`, `last_four`, `scope`, `expires_at`, `last_used_at`, `created_at`)
  SELECT f.`id`, f.`user_id`, f.`name`, f.`token_hash`, '', 'feed', f.`expires_at`, f.`last_used_at`, f.`created_at`
  FROM `feed_tokens` f JOIN `users` u ON u.`id` = f.`user_id` AND u.`token_version` = f.`token_version`;--> statement-breakpoint
DROP TABLE `feed_tokens`;--> statement-breakpoint
ALTER TABLE `users` ADD `is_service_account` integer DEFAULT false NOT NULL;