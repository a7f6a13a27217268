ALTER TABLE `events` ADD `tool_name` text;--> statement-breakpoint
ALTER TABLE `events` ADD `origin` text;--> statement-breakpoint
CREATE INDEX `events_own_batch` ON `events` (`created_at`) WHERE tool_name IS NOT NULL;