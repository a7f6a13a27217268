ALTER TABLE `events` ADD `author_id` text;--> statement-breakpoint
ALTER TABLE `events` ADD `seal` text;