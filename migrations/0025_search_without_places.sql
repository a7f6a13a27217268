-- The index holds which cards have three letters, and not where: a fifth of the room. Longer texts are checked in the rows.
DROP TABLE cards_search;
--> statement-breakpoint
CREATE VIRTUAL TABLE cards_search USING fts5(
	name, description,
	content='cards', content_rowid='seq',
	tokenize='trigram remove_diacritics 1', detail=none, columnsize=0
);
--> statement-breakpoint
INSERT INTO cards_search(cards_search) VALUES ('rebuild');
--> statement-breakpoint
INSERT INTO cards_search(cards_search) VALUES ('optimize');
