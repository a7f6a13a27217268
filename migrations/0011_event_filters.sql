CREATE INDEX `events_type` ON `events` (`event_type`);--> statement-breakpoint
CREATE INDEX `events_created` ON `events` (`created_at`);