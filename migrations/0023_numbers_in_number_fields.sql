-- A column of numeric affinity makes a number of text that is one, and keeps any other text.
CREATE TABLE `numbers` (`owner` text, `row` integer, `key` text, `value` numeric);
--> statement-breakpoint
INSERT INTO `numbers`
WITH `number_fields` AS MATERIALIZED (
  SELECT t.`key` AS `type`, f.`value` ->> 'key' AS `key`
  FROM `card_types` t, json_tree(iif(json_valid(t.`fields_schema`), t.`fields_schema`, '[]')) f
  WHERE f.`type` = 'object' AND f.`value` ->> 'type' IN ('number', 'cost')
)
SELECT 'card', c.`seq`, a.`key`, trim(a.`value`, char(9, 10, 11, 12, 13, 32))
FROM `cards` c, json_each(iif(json_valid(c.`attributes`), c.`attributes`, '{}')) a
WHERE a.`type` = 'text' AND (c.`type`, a.`key`) IN (SELECT `type`, `key` FROM `number_fields`);
--> statement-breakpoint
INSERT INTO `numbers`
WITH `number_fields` AS MATERIALIZED (
  SELECT t.`key` AS `type`, f.`value` ->> 'key' AS `key`
  FROM `relation_types` t, json_tree(iif(json_valid(t.`attributes_schema`), t.`attributes_schema`, '[]')) f
  WHERE f.`type` = 'object' AND f.`value` ->> 'type' IN ('number', 'cost')
)
SELECT 'relation', r.`seq`, a.`key`, trim(a.`value`, char(9, 10, 11, 12, 13, 32))
FROM `relations` r, json_each(iif(json_valid(r.`attributes`), r.`attributes`, '{}')) a
WHERE a.`type` = 'text' AND (r.`type`, a.`key`) IN (SELECT `type`, `key` FROM `number_fields`);
--> statement-breakpoint
DELETE FROM `numbers` WHERE typeof(`value`) = 'text' OR abs(`value`) > 1.7976931348623157e308;
--> statement-breakpoint
CREATE INDEX `numbers_row` ON `numbers` (`owner`, `row`);
--> statement-breakpoint
UPDATE `cards` SET
  `attributes` = json_patch(`attributes`, (SELECT json_group_object(`key`, `value`) FROM `numbers` WHERE `owner` = 'card' AND `row` = `cards`.`seq`)),
  `updated_at` = max(`updated_at`, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
WHERE `seq` IN (SELECT `row` FROM `numbers` WHERE `owner` = 'card');
--> statement-breakpoint
UPDATE `relations` SET
  `attributes` = json_patch(`attributes`, (SELECT json_group_object(`key`, `value`) FROM `numbers` WHERE `owner` = 'relation' AND `row` = `relations`.`seq`)),
  `updated_at` = max(`updated_at`, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
WHERE `seq` IN (SELECT `row` FROM `numbers` WHERE `owner` = 'relation');
--> statement-breakpoint
DROP TABLE `numbers`;
