DROP INDEX `cards_archived`;--> statement-breakpoint
CREATE INDEX `cards_archived` ON `cards` (`archived_at`) WHERE archived_at IS NOT NULL;