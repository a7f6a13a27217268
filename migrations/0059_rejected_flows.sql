ALTER TABLE `process_flow_versions` ADD `rejected_by` text REFERENCES users(id);--> statement-breakpoint
ALTER TABLE `process_flow_versions` ADD `rejected_at` text;--> statement-breakpoint
ALTER TABLE `process_flow_versions` ADD `rejection_reason` text;--> statement-breakpoint
CREATE INDEX `process_flow_versions_rejecter` ON `process_flow_versions` (`rejected_by`);