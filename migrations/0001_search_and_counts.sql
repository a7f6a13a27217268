-- Finds three letters and more anywhere in a card's name or description, whatever their case and accents.
CREATE VIRTUAL TABLE cards_search USING fts5(
	name, description,
	content='cards', content_rowid='seq',
	tokenize='trigram remove_diacritics 1'
);
--> statement-breakpoint
CREATE TRIGGER cards_search_insert AFTER INSERT ON cards BEGIN
	INSERT INTO cards_search(rowid, name, description) VALUES (new.seq, new.name, new.description);
END;
--> statement-breakpoint
CREATE TRIGGER cards_search_delete AFTER DELETE ON cards BEGIN
	INSERT INTO cards_search(cards_search, rowid, name, description) VALUES ('delete', old.seq, old.name, old.description);
END;
--> statement-breakpoint
CREATE TRIGGER cards_search_update AFTER UPDATE OF name, description ON cards
WHEN old.name IS NOT new.name OR old.description IS NOT new.description BEGIN
	INSERT INTO cards_search(cards_search, rowid, name, description) VALUES ('delete', old.seq, old.name, old.description);
	INSERT INTO cards_search(rowid, name, description) VALUES (new.seq, new.name, new.description);
END;
--> statement-breakpoint
-- Keeps the counts that make the total of a list free.
CREATE TRIGGER card_counts_insert AFTER INSERT ON cards BEGIN
	INSERT INTO card_counts(type, status, approval_status, count) VALUES (new.type, new.status, new.approval_status, 1)
	ON CONFLICT DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER card_counts_delete AFTER DELETE ON cards BEGIN
	UPDATE card_counts SET count = count - 1
	WHERE type = old.type AND status = old.status AND approval_status = old.approval_status;
END;
--> statement-breakpoint
CREATE TRIGGER card_counts_update AFTER UPDATE OF type, status, approval_status ON cards
WHEN old.type IS NOT new.type OR old.status IS NOT new.status OR old.approval_status IS NOT new.approval_status BEGIN
	UPDATE card_counts SET count = count - 1
	WHERE type = old.type AND status = old.status AND approval_status = old.approval_status;
	INSERT INTO card_counts(type, status, approval_status, count) VALUES (new.type, new.status, new.approval_status, 1)
	ON CONFLICT DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
-- The cards that are there already.
INSERT INTO cards_search(cards_search) VALUES ('rebuild');
--> statement-breakpoint
INSERT INTO card_counts(type, status, approval_status, count)
SELECT type, status, approval_status, count(*) FROM cards GROUP BY type, status, approval_status;
