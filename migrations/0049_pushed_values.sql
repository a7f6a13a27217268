ALTER TABLE `servicenow_identity_map` ADD `pushed` text;--> statement-breakpoint
ALTER TABLE `servicenow_identity_map` ADD `pushed_at` text;