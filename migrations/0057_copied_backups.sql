ALTER TABLE `backups` ADD `copied_at` text;--> statement-breakpoint
ALTER TABLE `backups` ADD `copy_problem` text;