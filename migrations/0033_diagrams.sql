CREATE TABLE `diagram_cards` (
	`diagram_id` text NOT NULL,
	`card_id` text NOT NULL,
	PRIMARY KEY(`diagram_id`, `card_id`),
	FOREIGN KEY (`diagram_id`) REFERENCES `diagrams`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`card_id`) REFERENCES `cards`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `diagram_cards_card` ON `diagram_cards` (`card_id`);--> statement-breakpoint
CREATE TABLE `diagram_favorites` (
	`user_id` text NOT NULL,
	`diagram_id` text NOT NULL,
	PRIMARY KEY(`user_id`, `diagram_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`diagram_id`) REFERENCES `diagrams`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `diagram_favorites_diagram` ON `diagram_favorites` (`diagram_id`);--> statement-breakpoint
CREATE TABLE `diagram_group_members` (
	`diagram_id` text NOT NULL,
	`group_id` text NOT NULL,
	PRIMARY KEY(`diagram_id`, `group_id`),
	FOREIGN KEY (`diagram_id`) REFERENCES `diagrams`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`group_id`) REFERENCES `diagram_groups`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `diagram_group_members_group` ON `diagram_group_members` (`group_id`);--> statement-breakpoint
CREATE TABLE `diagram_groups` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`color` text,
	`sort_order` integer NOT NULL,
	`created_by` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `diagram_groups_creator` ON `diagram_groups` (`created_by`);--> statement-breakpoint
CREATE TABLE `diagram_references` (
	`diagram_id` text NOT NULL,
	`card_id` text NOT NULL,
	PRIMARY KEY(`diagram_id`, `card_id`),
	FOREIGN KEY (`diagram_id`) REFERENCES `diagrams`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `diagram_references_card` ON `diagram_references` (`card_id`);--> statement-breakpoint
CREATE TABLE `diagrams` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`description` text,
	`description_key` text,
	`created_by` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`card_count` integer NOT NULL,
	`thumbnail` text,
	`card_refs` text NOT NULL,
	`data` text NOT NULL,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `diagrams_updated` ON `diagrams` (`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `diagrams_creator` ON `diagrams` (`created_by`);