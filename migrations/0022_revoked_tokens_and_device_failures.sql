CREATE TABLE `device_failures` (
	`device_id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`failed_logins` integer NOT NULL,
	`locked_until` text,
	`expires_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `device_failures_user` ON `device_failures` (`user_id`);--> statement-breakpoint
CREATE INDEX `device_failures_expires` ON `device_failures` (`expires_at`);--> statement-breakpoint
CREATE TABLE `revoked_tokens` (
	`jti` text PRIMARY KEY NOT NULL,
	`expires` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `revoked_tokens_expires` ON `revoked_tokens` (`expires`);