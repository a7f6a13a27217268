CREATE TABLE `migration_remembered_mappings` (
	`source_type` text PRIMARY KEY NOT NULL,
	`field_mappings` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `staged_records_reported` ON `staged_records` (`migration_id`,`entity_kind`,`seq`) WHERE (error_message IS NOT NULL OR action = 'conflict') AND entity_kind <> 'metamodel_type';