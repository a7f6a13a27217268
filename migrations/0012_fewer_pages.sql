DROP INDEX `events_entity`;--> statement-breakpoint
CREATE INDEX `events_other_entity` ON `events` (`entity_id`) WHERE entity_id IS NOT card_id;--> statement-breakpoint
DROP INDEX `mutation_batches_tool`;--> statement-breakpoint
CREATE INDEX `mutation_batches_named_tool` ON `mutation_batches` (`tool_name`,`created_at`,`id`) WHERE tool_name NOT GLOB '* /*';