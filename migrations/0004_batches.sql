DROP INDEX `mutation_batches_created`;--> statement-breakpoint
DROP INDEX `mutation_batches_actor`;--> statement-breakpoint
ALTER TABLE `mutation_batches` ADD `rolled_back_at` text;--> statement-breakpoint
CREATE INDEX `mutation_batches_tool` ON `mutation_batches` (`tool_name`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `mutation_batches_origin` ON `mutation_batches` (`origin`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `mutation_batches_created` ON `mutation_batches` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `mutation_batches_actor` ON `mutation_batches` (`actor_user_id`,`created_at`,`id`);--> statement-breakpoint
ALTER TABLE `events` ADD `undo` text;