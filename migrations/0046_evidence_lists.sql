ALTER TABLE `turbolens_duplicate_clusters` ADD `matches` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `turbolens_duplicate_clusters` ADD `differences` text DEFAULT '[]' NOT NULL;