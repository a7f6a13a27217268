CREATE TABLE `audit_positions` (
	`target` text PRIMARY KEY NOT NULL,
	`position` integer NOT NULL,
	`failing_since` text,
	`last_problem` text,
	`updated_at` text NOT NULL
);
