CREATE TABLE `directory_groups` (
	`id` text PRIMARY KEY NOT NULL,
	`display_name` text NOT NULL,
	`external_id` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `directory_groups_display_name` ON `directory_groups` ("display_name" collate nocase);--> statement-breakpoint
CREATE INDEX `directory_groups_external_id` ON `directory_groups` (`external_id`);--> statement-breakpoint
CREATE TABLE `directory_members` (
	`group_id` text NOT NULL,
	`user_id` text NOT NULL,
	PRIMARY KEY(`group_id`, `user_id`),
	FOREIGN KEY (`group_id`) REFERENCES `directory_groups`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `directory_members_user` ON `directory_members` (`user_id`);--> statement-breakpoint
CREATE TABLE `directory_people` (
	`user_id` text PRIMARY KEY NOT NULL,
	`user_name` text,
	`external_id` text,
	`given_name` text,
	`family_name` text,
	`sign_on_groups` text NOT NULL,
	`deleted_at` text,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `directory_people_user_name` ON `directory_people` ("user_name" collate nocase);--> statement-breakpoint
CREATE INDEX `directory_people_external_id` ON `directory_people` (`external_id`);--> statement-breakpoint
CREATE TABLE `group_roles` (
	`position` integer PRIMARY KEY NOT NULL,
	`group_name` text NOT NULL,
	`role` text NOT NULL
);
