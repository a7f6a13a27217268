CREATE TABLE `oauth_clients` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`redirect_uris` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `oauth_clients_created` ON `oauth_clients` (`created_at`);--> statement-breakpoint
ALTER TABLE `access_tokens` ADD `client_id` text REFERENCES oauth_clients(id);--> statement-breakpoint
ALTER TABLE `access_tokens` ADD `refresh_hash` text;--> statement-breakpoint
ALTER TABLE `access_tokens` ADD `former_refresh_hash` text;--> statement-breakpoint
ALTER TABLE `access_tokens` ADD `refresh_due_at` text;--> statement-breakpoint
CREATE UNIQUE INDEX `access_tokens_refresh_hash_unique` ON `access_tokens` (`refresh_hash`);--> statement-breakpoint
CREATE INDEX `access_tokens_client` ON `access_tokens` (`client_id`);--> statement-breakpoint
CREATE INDEX `access_tokens_former_refresh` ON `access_tokens` (`former_refresh_hash`);