CREATE TABLE `architecture_decision_cards` (
	`architecture_decision_id` text NOT NULL,
	`card_id` text NOT NULL,
	PRIMARY KEY(`architecture_decision_id`, `card_id`),
	FOREIGN KEY (`architecture_decision_id`) REFERENCES `architecture_decisions`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`card_id`) REFERENCES `cards`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `architecture_decision_cards_card` ON `architecture_decision_cards` (`card_id`);--> statement-breakpoint
CREATE TABLE `architecture_decisions` (
	`id` text PRIMARY KEY NOT NULL,
	`reference_number` text NOT NULL,
	`title` text NOT NULL,
	`status` text DEFAULT 'draft' NOT NULL,
	`context` text,
	`decision` text,
	`consequences` text,
	`alternatives_considered` text,
	`related_decisions` text NOT NULL,
	`created_by` text,
	`signatories` text NOT NULL,
	`signed_at` text,
	`revision_number` integer DEFAULT 1 NOT NULL,
	`parent_id` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`parent_id`) REFERENCES `architecture_decisions`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `architecture_decisions_reference_number_unique` ON `architecture_decisions` (`reference_number`);--> statement-breakpoint
CREATE INDEX `architecture_decisions_updated` ON `architecture_decisions` (`updated_at`);--> statement-breakpoint
CREATE INDEX `architecture_decisions_parent` ON `architecture_decisions` (`parent_id`);--> statement-breakpoint
CREATE INDEX `architecture_decisions_creator` ON `architecture_decisions` (`created_by`);