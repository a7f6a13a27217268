CREATE TABLE `sso_invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`invited_by` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`invited_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sso_invitations_email_unique` ON `sso_invitations` (`email`);--> statement-breakpoint
CREATE INDEX `sso_invitations_invited_by` ON `sso_invitations` (`invited_by`);--> statement-breakpoint
CREATE INDEX `stakeholders_role` ON `stakeholders` (`role`);--> statement-breakpoint
CREATE INDEX `users_role` ON `users` (`role`,`is_active`);