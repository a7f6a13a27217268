CREATE TABLE `compliance_findings` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`run_id` text NOT NULL,
	`last_seen_run_id` text,
	`regulation` text NOT NULL,
	`regulation_article` text,
	`card_id` text,
	`scope_type` text GENERATED ALWAYS AS (iif(card_id IS NULL, 'landscape', 'card')) VIRTUAL NOT NULL,
	`category` text DEFAULT '' NOT NULL,
	`requirement` text NOT NULL,
	`status` text NOT NULL,
	`severity` text NOT NULL,
	`severity_rank` integer GENERATED ALWAYS AS (CASE severity WHEN 'critical' THEN 0 WHEN 'high' THEN 1 WHEN 'medium' THEN 2 WHEN 'low' THEN 3 ELSE 4 END) VIRTUAL NOT NULL,
	`gap_description` text DEFAULT '' NOT NULL,
	`evidence` text,
	`remediation` text,
	`ai_detected` integer DEFAULT false NOT NULL,
	`engine` text,
	`risk_id` text,
	`decision` text DEFAULT 'new' NOT NULL,
	`reviewed_by` text,
	`reviewed_at` text,
	`review_note` text,
	`auto_resolved` integer DEFAULT false NOT NULL,
	`finding_key` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`run_id`) REFERENCES `turbolens_analysis_runs`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`last_seen_run_id`) REFERENCES `turbolens_analysis_runs`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`card_id`) REFERENCES `cards`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`risk_id`) REFERENCES `risks`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`reviewed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `compliance_findings_id_unique` ON `compliance_findings` (`id`);--> statement-breakpoint
CREATE INDEX `compliance_findings_figures` ON `compliance_findings` (`regulation`,`status`,`auto_resolved`);--> statement-breakpoint
CREATE INDEX `compliance_findings_key` ON `compliance_findings` (`regulation`,`finding_key`);--> statement-breakpoint
CREATE INDEX `compliance_findings_card` ON `compliance_findings` (`card_id`);--> statement-breakpoint
CREATE INDEX `compliance_findings_run` ON `compliance_findings` (`run_id`);--> statement-breakpoint
CREATE INDEX `compliance_findings_last_run` ON `compliance_findings` (`last_seen_run_id`);--> statement-breakpoint
CREATE INDEX `compliance_findings_risk` ON `compliance_findings` (`risk_id`);--> statement-breakpoint
CREATE INDEX `compliance_findings_decision` ON `compliance_findings` (`decision`);--> statement-breakpoint
CREATE INDEX `compliance_findings_reviewer` ON `compliance_findings` (`reviewed_by`);