-- A reference from cards to cards makes SQLite rewrite every index of a card whose parent changes; triggers check the parent instead.
CREATE TABLE `__new_cards` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`type` text NOT NULL,
	`subtype` text,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`description` text,
	`parent_id` text,
	`lifecycle` text,
	`attributes` text,
	`status` text DEFAULT 'ACTIVE' NOT NULL,
	`approval_status` text DEFAULT 'DRAFT' NOT NULL,
	`data_quality` real DEFAULT 0 NOT NULL,
	`external_id` text,
	`alias` text,
	`archived_at` text,
	`created_by` text,
	`updated_by` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`updated_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
INSERT INTO `__new_cards` (seq, id, type, subtype, name, name_key, description, parent_id, lifecycle, attributes, status, approval_status, data_quality, external_id, alias, archived_at, created_by, updated_by, created_at, updated_at)
SELECT seq, id, type, subtype, name, name_key, description, parent_id, lifecycle, attributes, status, approval_status, data_quality, external_id, alias, archived_at, created_by, updated_by, created_at, updated_at FROM `cards` ORDER BY seq;
--> statement-breakpoint
DROP TABLE `cards`;--> statement-breakpoint
ALTER TABLE `__new_cards` RENAME TO `cards`;--> statement-breakpoint
CREATE UNIQUE INDEX `cards_id_unique` ON `cards` (`id`);--> statement-breakpoint
CREATE INDEX `cards_status_name` ON `cards` (`status`,`name`);--> statement-breakpoint
CREATE INDEX `cards_status_type_name` ON `cards` (`status`,`type`,`name`);--> statement-breakpoint
CREATE INDEX `cards_status_approval` ON `cards` (`status`,`approval_status`,`name`);--> statement-breakpoint
CREATE INDEX `cards_status_quality` ON `cards` (`status`,`data_quality`);--> statement-breakpoint
CREATE INDEX `cards_status_created` ON `cards` (`status`,`created_at`);--> statement-breakpoint
CREATE INDEX `cards_status_updated` ON `cards` (`status`,`updated_at`);--> statement-breakpoint
CREATE INDEX `cards_status_subtype` ON `cards` (`status`,`subtype`);--> statement-breakpoint
CREATE INDEX `cards_created_by` ON `cards` (`created_by`);--> statement-breakpoint
CREATE INDEX `cards_type_name_parent` ON `cards` (`type`,`name_key`,`parent_id`);--> statement-breakpoint
CREATE INDEX `cards_found` ON `cards` (`seq`,`status`,`type`,`name_key`);--> statement-breakpoint
CREATE INDEX `cards_status_type_subtype` ON `cards` (`status`,`type`,`subtype`,`name`) WHERE subtype IS NOT NULL;--> statement-breakpoint
CREATE INDEX `cards_archived` ON `cards` (`archived_at`) WHERE archived_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `cards_parent_status_name` ON `cards` (`parent_id`,`status`,`name`) WHERE parent_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `cards_accented` ON `cards` (`seq`,`name_key`) WHERE length(CAST(name_key AS BLOB)) <> length(name_key);--> statement-breakpoint
CREATE INDEX `cards_external_id` ON `cards` (`external_id`,`type`) WHERE external_id IS NOT NULL;--> statement-breakpoint
CREATE TRIGGER card_counts_insert AFTER INSERT ON cards BEGIN
	INSERT INTO card_counts(type, status, approval_status, count) VALUES (new.type, new.status, new.approval_status, 1)
	ON CONFLICT DO UPDATE SET count = count + 1;
END;--> statement-breakpoint
CREATE TRIGGER card_counts_delete AFTER DELETE ON cards BEGIN
	UPDATE card_counts SET count = count - 1
	WHERE type = old.type AND status = old.status AND approval_status = old.approval_status;
END;--> statement-breakpoint
CREATE TRIGGER card_counts_update AFTER UPDATE OF type, status, approval_status ON cards
WHEN old.type IS NOT new.type OR old.status IS NOT new.status OR old.approval_status IS NOT new.approval_status BEGIN
	UPDATE card_counts SET count = count - 1
	WHERE type = old.type AND status = old.status AND approval_status = old.approval_status;
	INSERT INTO card_counts(type, status, approval_status, count) VALUES (new.type, new.status, new.approval_status, 1)
	ON CONFLICT DO UPDATE SET count = count + 1;
END;--> statement-breakpoint
CREATE TRIGGER cards_search_update AFTER UPDATE OF name, description ON cards
WHEN (old.name IS NOT new.name OR old.description IS NOT new.description)
AND NOT EXISTS (SELECT 1 FROM unindexed_cards WHERE seq = 0) BEGIN
	INSERT INTO cards_search(cards_search, rowid, name, description) VALUES ('delete', old.seq, old.name, old.description);
	INSERT INTO cards_search(rowid, name, description) VALUES (new.seq, new.name, new.description);
END;--> statement-breakpoint
CREATE TRIGGER cards_search_delete AFTER DELETE ON cards
WHEN NOT EXISTS (SELECT 1 FROM unindexed_cards WHERE seq = 0) BEGIN
	INSERT INTO cards_search(cards_search, rowid, name, description) VALUES ('delete', old.seq, old.name, old.description);
END;--> statement-breakpoint
CREATE TRIGGER cards_search_insert_deferred AFTER INSERT ON cards
WHEN EXISTS (SELECT 1 FROM unindexed_cards WHERE seq = 0) BEGIN
	INSERT INTO unindexed_cards(seq) VALUES (new.seq) ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
CREATE TRIGGER cards_search_update_deferred AFTER UPDATE OF name, description ON cards
WHEN (old.name IS NOT new.name OR old.description IS NOT new.description)
AND EXISTS (SELECT 1 FROM unindexed_cards WHERE seq = 0) BEGIN
	INSERT INTO unindexed_cards VALUES (old.seq, old.name, old.description) ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
CREATE TRIGGER cards_search_delete_deferred AFTER DELETE ON cards
WHEN EXISTS (SELECT 1 FROM unindexed_cards WHERE seq = 0) BEGIN
	INSERT INTO unindexed_cards VALUES (old.seq, old.name, old.description) ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
CREATE TRIGGER cards_search_insert AFTER INSERT ON cards
WHEN NOT EXISTS (SELECT 1 FROM unindexed_cards WHERE seq = 0) BEGIN
	INSERT INTO cards_search(rowid, name, description) VALUES (new.seq, new.name, new.description);
END;--> statement-breakpoint
CREATE TRIGGER cards_parent_insert AFTER INSERT ON cards WHEN new.parent_id IS NOT NULL BEGIN
	SELECT RAISE(ABORT, 'the parent is no card') WHERE NOT EXISTS (SELECT 1 FROM cards WHERE id = new.parent_id);
END;--> statement-breakpoint
CREATE TRIGGER cards_parent_update AFTER UPDATE OF parent_id ON cards WHEN new.parent_id IS NOT NULL BEGIN
	SELECT RAISE(ABORT, 'the parent is no card') WHERE NOT EXISTS (SELECT 1 FROM cards WHERE id = new.parent_id);
END;
