CREATE TABLE `workspace_pieces` (
	`seq` integer PRIMARY KEY NOT NULL,
	`transfer_id` text NOT NULL,
	`position` integer NOT NULL,
	`bytes` blob NOT NULL,
	FOREIGN KEY (`transfer_id`) REFERENCES `workspace_transfers`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `workspace_pieces_position` ON `workspace_pieces` (`transfer_id`,`position`);--> statement-breakpoint
CREATE TABLE `workspace_transfers` (
	`id` text PRIMARY KEY NOT NULL,
	`filename` text NOT NULL,
	`file_size` integer DEFAULT 0 NOT NULL,
	`is_complete` integer DEFAULT false NOT NULL,
	`status` text DEFAULT 'parsing' NOT NULL,
	`format_version` text,
	`source_url` text,
	`diff` text,
	`result` text,
	`error_message` text,
	`created_by` text,
	`created_as` text,
	`applied_by` text,
	`applied_as` text,
	`previewed_at` text,
	`applied_at` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`applied_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `workspace_transfers_status` ON `workspace_transfers` (`status`);--> statement-breakpoint
CREATE INDEX `workspace_transfers_complete` ON `workspace_transfers` (`is_complete`,`created_at`);--> statement-breakpoint
CREATE INDEX `workspace_transfers_created_by` ON `workspace_transfers` (`created_by`);--> statement-breakpoint
CREATE INDEX `workspace_transfers_applied_by` ON `workspace_transfers` (`applied_by`);