ALTER TABLE `architecture_decisions` ADD `rejection` text;--> statement-breakpoint
ALTER TABLE `statements_of_architecture_work` ADD `rejection` text;