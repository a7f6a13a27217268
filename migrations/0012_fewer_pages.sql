DROP INDEX `events_id_unique`;--> statement-breakpoint
DROP INDEX `events_entity`;--> statement-breakpoint
DROP INDEX `events_type`;--> statement-breakpoint
CREATE INDEX `events_other_entity` ON `events` (`entity_id`) WHERE entity_id IS NOT card_id;--> statement-breakpoint
CREATE INDEX `events_rarer_type` ON `events` (`event_type`) WHERE event_type NOT IN ('card.updated', 'notification.created');--> statement-breakpoint
DROP INDEX `mutation_batches_tool`;--> statement-breakpoint
DROP INDEX `mutation_batches_origin`;--> statement-breakpoint
CREATE INDEX `mutation_batches_named_tool` ON `mutation_batches` (`tool_name`,`created_at`,`id`) WHERE tool_name NOT GLOB '* /*';--> statement-breakpoint
CREATE INDEX `mutation_batches_mcp` ON `mutation_batches` (`created_at`,`id`) WHERE origin = 'mcp';