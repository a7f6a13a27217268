DELETE FROM `runs` WHERE `kind` = 'servicenow-synchronisation';--> statement-breakpoint
INSERT INTO `runs` (`id`, `kind`, `subject`, `input`, `state`, `phase`, `position`, `due_at`, `started_by`, `acting_as`, `batch_id`, `created_at`, `started_at`)
SELECT `id`, 'servicenow.sync', `mapping_id`, json_object('mapping_id', `mapping_id`, 'direction', `direction`), 'queued', `phase`, `position`,
  `started_at`, `created_by`, `impersonated_role`, `batch_id`, `started_at`, `started_at`
FROM `servicenow_sync_runs` WHERE `status` = 'running' AND `mapping_id` IS NOT NULL;--> statement-breakpoint
INSERT INTO `runs` (`id`, `kind`, `subject`, `input`, `state`, `due_at`, `started_by`, `created_at`, `started_at`)
SELECT `id`, 'analysis.' || `analysis_type`, `analysis_type`,
  iif(`analysis_type` IN ('vendor_analysis', 'vendor_resolution', 'duplicate_detection'), 'null', '"lost"'), 'queued', `started_at`, `created_by`,
  `created_at`, `started_at`
FROM `turbolens_analysis_runs` WHERE `status` IN ('queued', 'running');--> statement-breakpoint
DROP INDEX `servicenow_sync_runs_abandoned`;--> statement-breakpoint
ALTER TABLE `servicenow_sync_runs` DROP COLUMN `impersonated_role`;--> statement-breakpoint
ALTER TABLE `servicenow_sync_runs` DROP COLUMN `phase`;--> statement-breakpoint
ALTER TABLE `servicenow_sync_runs` DROP COLUMN `position`;--> statement-breakpoint
ALTER TABLE `servicenow_sync_runs` DROP COLUMN `attempts`;--> statement-breakpoint
ALTER TABLE `servicenow_sync_runs` DROP COLUMN `lease_owner`;--> statement-breakpoint
ALTER TABLE `servicenow_sync_runs` DROP COLUMN `lease_until`;