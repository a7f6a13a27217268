CREATE TABLE `saved_report_picture_pieces` (
	`seq` integer PRIMARY KEY NOT NULL,
	`picture_id` text NOT NULL,
	`position` integer NOT NULL,
	`bytes` blob NOT NULL,
	FOREIGN KEY (`picture_id`) REFERENCES `saved_report_pictures`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_report_picture_pieces_position` ON `saved_report_picture_pieces` (`picture_id`,`position`);--> statement-breakpoint
CREATE TABLE `saved_report_pictures` (
	`id` text PRIMARY KEY NOT NULL,
	`left_at` text
);
--> statement-breakpoint
CREATE INDEX `saved_report_pictures_left` ON `saved_report_pictures` (`left_at`);--> statement-breakpoint
ALTER TABLE `saved_reports` ADD `picture_id` text REFERENCES saved_report_pictures(id) ON DELETE set null;--> statement-breakpoint
CREATE INDEX `saved_reports_picture` ON `saved_reports` (`picture_id`);--> statement-breakpoint
INSERT INTO `saved_report_pictures` (`id`) SELECT `id` FROM `saved_reports` WHERE `thumbnail` IS NOT NULL;--> statement-breakpoint
INSERT INTO `saved_report_picture_pieces` (`picture_id`, `position`, `bytes`) SELECT `id`, 0, CAST(`thumbnail` AS BLOB) FROM `saved_reports` WHERE `thumbnail` IS NOT NULL;--> statement-breakpoint
UPDATE `saved_reports` SET `picture_id` = `id` WHERE `thumbnail` IS NOT NULL;
