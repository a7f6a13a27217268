-- The full-text index writes what it holds in memory with every statement: a large transaction has it follow at its end.
CREATE TABLE `unindexed_cards` (
	`seq` integer PRIMARY KEY NOT NULL,
	`name` text,
	`description` text
);
--> statement-breakpoint
DROP TRIGGER cards_search_insert;
--> statement-breakpoint
DROP TRIGGER cards_search_update;
--> statement-breakpoint
DROP TRIGGER cards_search_delete;
--> statement-breakpoint
CREATE TRIGGER cards_search_insert AFTER INSERT ON cards
WHEN NOT EXISTS (SELECT 1 FROM unindexed_cards WHERE seq = 0) BEGIN
	INSERT INTO cards_search(rowid, name, description) VALUES (new.seq, new.name, new.description);
END;
--> statement-breakpoint
CREATE TRIGGER cards_search_update AFTER UPDATE OF name, description ON cards
WHEN (old.name IS NOT new.name OR old.description IS NOT new.description)
AND NOT EXISTS (SELECT 1 FROM unindexed_cards WHERE seq = 0) BEGIN
	INSERT INTO cards_search(cards_search, rowid, name, description) VALUES ('delete', old.seq, old.name, old.description);
	INSERT INTO cards_search(rowid, name, description) VALUES (new.seq, new.name, new.description);
END;
--> statement-breakpoint
CREATE TRIGGER cards_search_delete AFTER DELETE ON cards
WHEN NOT EXISTS (SELECT 1 FROM unindexed_cards WHERE seq = 0) BEGIN
	INSERT INTO cards_search(cards_search, rowid, name, description) VALUES ('delete', old.seq, old.name, old.description);
END;
--> statement-breakpoint
CREATE TRIGGER cards_search_insert_deferred AFTER INSERT ON cards
WHEN EXISTS (SELECT 1 FROM unindexed_cards WHERE seq = 0) BEGIN
	INSERT INTO unindexed_cards(seq) VALUES (new.seq) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER cards_search_update_deferred AFTER UPDATE OF name, description ON cards
WHEN (old.name IS NOT new.name OR old.description IS NOT new.description)
AND EXISTS (SELECT 1 FROM unindexed_cards WHERE seq = 0) BEGIN
	INSERT INTO unindexed_cards VALUES (old.seq, old.name, old.description) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER cards_search_delete_deferred AFTER DELETE ON cards
WHEN EXISTS (SELECT 1 FROM unindexed_cards WHERE seq = 0) BEGIN
	INSERT INTO unindexed_cards VALUES (old.seq, old.name, old.description) ON CONFLICT DO NOTHING;
END;
