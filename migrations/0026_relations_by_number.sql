-- Relations name their type and their ends by number, not by key and id: a tenth of the room, in the table and in its indexes.
CREATE TABLE `__new_relation_types` (
	`seq` integer PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`label` text NOT NULL,
	`reverse_label` text,
	`description` text,
	`source_type_key` text NOT NULL,
	`target_type_key` text NOT NULL,
	`cardinality` text DEFAULT 'n:m' NOT NULL,
	`attributes_schema` text NOT NULL,
	`built_in` integer DEFAULT false NOT NULL,
	`is_hidden` integer DEFAULT false NOT NULL,
	`sort_order` integer DEFAULT 0 NOT NULL,
	`translations` text NOT NULL,
	`source_visible` integer DEFAULT true NOT NULL,
	`target_visible` integer DEFAULT true NOT NULL,
	`source_mandatory` integer DEFAULT false NOT NULL,
	`target_mandatory` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
INSERT INTO `__new_relation_types` (key, label, reverse_label, description, source_type_key, target_type_key, cardinality, attributes_schema, built_in, is_hidden, sort_order, translations, source_visible, target_visible, source_mandatory, target_mandatory)
SELECT key, label, reverse_label, description, source_type_key, target_type_key, cardinality, attributes_schema, built_in, is_hidden, sort_order, translations, source_visible, target_visible, source_mandatory, target_mandatory
FROM `relation_types` ORDER BY rowid;
--> statement-breakpoint
-- Imported relations may be of a type that there is none of: it becomes one that isn't shown.
INSERT INTO `__new_relation_types` (key, label, source_type_key, target_type_key, attributes_schema, is_hidden, translations)
SELECT r.type, r.type, s.type, t.type, '[]', true, '{}'
FROM `relations` r CROSS JOIN `cards` s ON s.id = r.source_id CROSS JOIN `cards` t ON t.id = r.target_id
WHERE r.type NOT IN (SELECT key FROM `relation_types`) GROUP BY r.type;
--> statement-breakpoint
DROP TABLE `relation_types`;--> statement-breakpoint
ALTER TABLE `__new_relation_types` RENAME TO `relation_types`;--> statement-breakpoint
CREATE UNIQUE INDEX `relation_types_key_unique` ON `relation_types` (`key`);--> statement-breakpoint
CREATE INDEX `relation_types_source` ON `relation_types` (`source_type_key`);--> statement-breakpoint
CREATE INDEX `relation_types_target` ON `relation_types` (`target_type_key`);--> statement-breakpoint
CREATE TABLE `__new_relations` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`type_seq` integer NOT NULL,
	`source_seq` integer NOT NULL,
	`target_seq` integer NOT NULL,
	`attributes` text,
	`description` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`type_seq`) REFERENCES `relation_types`(`seq`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`source_seq`) REFERENCES `cards`(`seq`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`target_seq`) REFERENCES `cards`(`seq`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
INSERT INTO `__new_relations` (seq, id, type_seq, source_seq, target_seq, attributes, description, created_at)
SELECT r.seq, r.id, y.seq, s.seq, t.seq, r.attributes, r.description, r.created_at
FROM `relations` r CROSS JOIN `relation_types` y ON y.key = r.type
CROSS JOIN `cards` s ON s.id = r.source_id CROSS JOIN `cards` t ON t.id = r.target_id ORDER BY r.seq;
--> statement-breakpoint
DROP TABLE `relations`;--> statement-breakpoint
ALTER TABLE `__new_relations` RENAME TO `relations`;--> statement-breakpoint
CREATE UNIQUE INDEX `relations_id_unique` ON `relations` (`id`);--> statement-breakpoint
CREATE INDEX `relations_type` ON `relations` (`type_seq`);--> statement-breakpoint
CREATE INDEX `relations_source` ON `relations` (`source_seq`,`type_seq`,`target_seq`);--> statement-breakpoint
CREATE INDEX `relations_target` ON `relations` (`target_seq`,`type_seq`,`source_seq`);
