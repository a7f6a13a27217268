-- The ends of relations as the numbers of cards, not their ids: a tenth of the room, in the table and in its indexes.
CREATE TABLE `__new_relations` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`type` text NOT NULL,
	`source_seq` integer NOT NULL,
	`target_seq` integer NOT NULL,
	`attributes` text,
	`description` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`source_seq`) REFERENCES `cards`(`seq`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`target_seq`) REFERENCES `cards`(`seq`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
INSERT INTO `__new_relations` (seq, id, type, source_seq, target_seq, attributes, description, created_at)
SELECT r.seq, r.id, r.type, s.seq, t.seq, r.attributes, r.description, r.created_at
FROM `relations` r JOIN `cards` s ON s.id = r.source_id JOIN `cards` t ON t.id = r.target_id ORDER BY r.seq;
--> statement-breakpoint
DROP TABLE `relations`;--> statement-breakpoint
ALTER TABLE `__new_relations` RENAME TO `relations`;--> statement-breakpoint
CREATE UNIQUE INDEX `relations_id_unique` ON `relations` (`id`);--> statement-breakpoint
CREATE INDEX `relations_type` ON `relations` (`type`);--> statement-breakpoint
CREATE INDEX `relations_source` ON `relations` (`source_seq`,`type`,`target_seq`);--> statement-breakpoint
CREATE INDEX `relations_target` ON `relations` (`target_seq`,`type`,`source_seq`);