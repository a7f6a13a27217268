CREATE TABLE `webhook_deliveries` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`webhook_id` text NOT NULL,
	`message_id` text NOT NULL,
	`number` integer,
	`event_type` text NOT NULL,
	`attempt` integer NOT NULL,
	`is_delivered` integer NOT NULL,
	`status` integer,
	`problem` text,
	`milliseconds` integer NOT NULL,
	`request` text,
	`answer` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`webhook_id`) REFERENCES `webhooks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_deliveries_id_unique` ON `webhook_deliveries` (`id`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_webhook` ON `webhook_deliveries` (`webhook_id`,`seq`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_created` ON `webhook_deliveries` (`created_at`);--> statement-breakpoint
CREATE TABLE `webhooks` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`address` text NOT NULL,
	`preset` text NOT NULL,
	`event_types` text NOT NULL,
	`filter` text NOT NULL,
	`account_id` text,
	`secret` text NOT NULL,
	`previous_secret` text,
	`previous_secret_until` text,
	`is_paused` integer DEFAULT false NOT NULL,
	`pause_reason` text,
	`position` integer NOT NULL,
	`generation` integer DEFAULT 0 NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`failing_since` text,
	`next_attempt_at` text,
	`last_delivered_at` text,
	`last_problem` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `webhooks_account` ON `webhooks` (`account_id`);