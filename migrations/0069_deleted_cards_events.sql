ALTER TABLE `events` ADD `former_card_id` text;--> statement-breakpoint
CREATE INDEX `events_former_card` ON `events` (`former_card_id`) WHERE former_card_id IS NOT NULL;--> statement-breakpoint
-- The events of the relations of cards that are deleted already: their payloads name the card in whose history they were.
UPDATE `events` SET `former_card_id` = iif(data ->> 'direction' = 'incoming', data ->> 'target_id', data ->> 'source_id')
WHERE card_id IS NULL AND event_type IN ('relation.created', 'relation.upserted', 'relation.updated', 'relation.deleted') AND json_valid(data);
--> statement-breakpoint
-- The card's own events are found by what they are about.
CREATE TRIGGER events_former_card AFTER UPDATE OF card_id ON events
WHEN new.card_id IS NULL AND old.card_id IS NOT NULL AND old.card_id IS NOT old.entity_id BEGIN
	UPDATE events SET former_card_id = old.card_id WHERE seq = old.seq;
END;
