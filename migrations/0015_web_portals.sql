CREATE TABLE `web_portals` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`slug` text NOT NULL,
	`description` text,
	`card_type` text NOT NULL,
	`filters` text,
	`display_fields` text,
	`card_config` text,
	`is_published` integer DEFAULT false NOT NULL,
	`created_by` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `web_portals_slug` ON `web_portals` (`slug`);--> statement-breakpoint
CREATE INDEX `web_portals_card_type` ON `web_portals` (`card_type`);--> statement-breakpoint
CREATE INDEX `web_portals_created_by` ON `web_portals` (`created_by`);