-- No statement uses the two that go; of archived cards there are few.
DROP INDEX `cards_name`;--> statement-breakpoint
DROP INDEX `cards_archived`;--> statement-breakpoint
CREATE INDEX `cards_archived` ON `cards` (`archived_at`) WHERE archived_at IS NOT NULL;--> statement-breakpoint
DROP INDEX `events_created`;