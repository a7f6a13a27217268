-- Only deleting a user looks for what the first has held, and reads all cards for that; cards without a parent are found otherwise.
DROP INDEX `cards_updated_by`;--> statement-breakpoint
DROP INDEX `cards_parent_status_name`;--> statement-breakpoint
CREATE INDEX `cards_parent_status_name` ON `cards` (`parent_id`,`status`,`name`) WHERE parent_id IS NOT NULL;--> statement-breakpoint
-- Relations keep their ids in bytes and their instants in milliseconds; both are read as text as before.
CREATE TABLE `__new_relations` (
	`seq` integer PRIMARY KEY NOT NULL,
	`uuid` blob NOT NULL,
	`id` text GENERATED ALWAYS AS (lower(substr(hex(uuid), 1, 8) || '-' || substr(hex(uuid), 9, 4) || '-' || substr(hex(uuid), 13, 4) || '-' || substr(hex(uuid), 17, 4) || '-' || substr(hex(uuid), 21, 12))) VIRTUAL,
	`type_seq` integer NOT NULL,
	`source_seq` integer NOT NULL,
	`target_seq` integer NOT NULL,
	`attributes` text,
	`description` text,
	`created_ms` integer NOT NULL,
	`created_at` text GENERATED ALWAYS AS (strftime('%Y-%m-%dT%H:%M:%fZ', created_ms / 1000.0, 'unixepoch')) VIRTUAL,
	FOREIGN KEY (`type_seq`) REFERENCES `relation_types`(`seq`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`source_seq`) REFERENCES `cards`(`seq`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`target_seq`) REFERENCES `cards`(`seq`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
INSERT INTO `__new_relations` (seq, uuid, type_seq, source_seq, target_seq, attributes, description, created_ms)
SELECT seq, unhex(id, '-'), type_seq, source_seq, target_seq, attributes, description, coalesce(CAST(round(unixepoch(created_at, 'subsec') * 1000) AS integer), 0)
FROM `relations` ORDER BY seq;
--> statement-breakpoint
DROP TABLE `relations`;--> statement-breakpoint
ALTER TABLE `__new_relations` RENAME TO `relations`;--> statement-breakpoint
CREATE UNIQUE INDEX `relations_uuid_unique` ON `relations` (`uuid`);--> statement-breakpoint
CREATE INDEX `relations_type` ON `relations` (`type_seq`);--> statement-breakpoint
CREATE INDEX `relations_source` ON `relations` (`source_seq`,`type_seq`,`target_seq`);--> statement-breakpoint
CREATE INDEX `relations_target` ON `relations` (`target_seq`,`type_seq`,`source_seq`);--> statement-breakpoint
-- The table is nothing but its key, so that it is its own index.
CREATE TABLE `__new_card_tags` (
	`card_id` text NOT NULL,
	`tag_id` text NOT NULL,
	PRIMARY KEY(`card_id`, `tag_id`),
	FOREIGN KEY (`card_id`) REFERENCES `cards`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`tag_id`) REFERENCES `tags`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `__new_card_tags` (card_id, tag_id) SELECT card_id, tag_id FROM `card_tags` ORDER BY card_id, tag_id;--> statement-breakpoint
DROP TABLE `card_tags`;--> statement-breakpoint
ALTER TABLE `__new_card_tags` RENAME TO `card_tags`;--> statement-breakpoint
CREATE INDEX `card_tags_tag` ON `card_tags` (`tag_id`);
