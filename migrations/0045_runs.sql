CREATE TABLE `runs` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`input` text NOT NULL,
	`state` text NOT NULL,
	`phase` text,
	`position` integer DEFAULT 0 NOT NULL,
	`progress` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`lease_owner` text,
	`lease_until` text,
	`due_at` text NOT NULL,
	`started_by` text,
	`acting_as` text,
	`batch_id` text,
	`error` text,
	`created_at` text NOT NULL,
	`started_at` text,
	`ended_at` text,
	FOREIGN KEY (`started_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `runs_id_unique` ON `runs` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `runs_unfinished` ON `runs` (`kind`,`subject`) WHERE state IN ('queued', 'running');--> statement-breakpoint
CREATE INDEX `runs_due` ON `runs` (`due_at`) WHERE state IN ('queued', 'running');--> statement-breakpoint
CREATE INDEX `runs_lease` ON `runs` (`lease_owner`) WHERE lease_owner IS NOT NULL;--> statement-breakpoint
CREATE INDEX `runs_ended` ON `runs` (`ended_at`);--> statement-breakpoint
CREATE INDEX `runs_starter` ON `runs` (`started_by`);--> statement-breakpoint
INSERT INTO `runs` (`id`, `kind`, `subject`, `input`, `state`, `due_at`, `error`, `created_at`, `started_at`, `ended_at`)
SELECT lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-8' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))), `name`, '', 'null', 'queued', `next_run`, `last_error`, strftime('%Y-%m-%dT%H:%M:%fZ'), `last_started`, `last_finished` FROM `jobs`
WHERE `name` NOT IN ('migration-work', 'workspace-work');--> statement-breakpoint
INSERT INTO `runs` (`id`, `kind`, `subject`, `input`, `state`, `phase`, `due_at`, `started_by`, `acting_as`, `batch_id`, `created_at`, `started_at`)
SELECT lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-8' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))), iif(`status` = 'applying', 'migration.apply', 'migration.parse'), `id`, json_object('id', `id`), 'queued',
  iif(`batch_id` IS NULL, NULL, 'records'), `updated_at`, iif(`status` = 'applying', `applied_by`, `created_by`),
  iif(`status` = 'applying', `applied_as`, `created_as`), iif(`status` = 'applying', `batch_id`, NULL), `updated_at`, `updated_at`
FROM `migrations` WHERE `status` IN ('uploaded', 'applying') AND `file_hash` IS NOT NULL;--> statement-breakpoint
INSERT INTO `runs` (`id`, `kind`, `subject`, `input`, `state`, `due_at`, `started_by`, `acting_as`, `created_at`, `started_at`)
SELECT lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-8' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))), iif(`status` = 'applying', 'workspace.apply', 'workspace.preview'), `id`, json_object('id', `id`), 'queued',
  `created_at`, iif(`status` = 'applying', `applied_by`, `created_by`), iif(`status` = 'applying', `applied_as`, `created_as`),
  `created_at`, `created_at`
FROM `workspace_transfers` WHERE `status` IN ('parsing', 'applying') AND `is_complete` = 1;--> statement-breakpoint
DROP INDEX `migrations_status`;--> statement-breakpoint
ALTER TABLE `migrations` DROP COLUMN `created_as`;--> statement-breakpoint
ALTER TABLE `migrations` DROP COLUMN `applied_as`;--> statement-breakpoint
DROP INDEX `workspace_transfers_status`;--> statement-breakpoint
ALTER TABLE `workspace_transfers` DROP COLUMN `created_as`;--> statement-breakpoint
ALTER TABLE `workspace_transfers` DROP COLUMN `applied_as`;--> statement-breakpoint
DROP TABLE `jobs`;