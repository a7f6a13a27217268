CREATE TABLE `calculations` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`description` text,
	`target_type_key` text NOT NULL,
	`target_field_key` text NOT NULL,
	`formula` text NOT NULL,
	`is_active` integer DEFAULT false NOT NULL,
	`execution_order` integer DEFAULT 0 NOT NULL,
	`last_error` text,
	`last_run_at` text,
	`created_by` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `calculations_type` ON `calculations` (`target_type_key`,`execution_order`,`created_at`);--> statement-breakpoint
CREATE INDEX `calculations_active` ON `calculations` (`is_active`);