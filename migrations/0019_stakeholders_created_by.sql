ALTER TABLE `stakeholders` ADD `created_by` text REFERENCES `users`(`id`) ON DELETE set null;--> statement-breakpoint
CREATE INDEX `stakeholders_created_by` ON `stakeholders` (`created_by`);