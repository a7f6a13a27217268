CREATE TABLE `roles` (
	`id` text PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`label` text NOT NULL,
	`description` text,
	`is_system` integer DEFAULT false NOT NULL,
	`is_default` integer DEFAULT false NOT NULL,
	`is_archived` integer DEFAULT false NOT NULL,
	`color` text DEFAULT '#757575' NOT NULL,
	`permissions` text NOT NULL,
	`sort_order` integer DEFAULT 0 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`archived_at` text,
	`archived_by` text,
	FOREIGN KEY (`archived_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `roles_key_unique` ON `roles` (`key`);--> statement-breakpoint
CREATE TABLE `stakeholder_role_definitions` (
	`id` text PRIMARY KEY NOT NULL,
	`card_type_key` text NOT NULL,
	`key` text NOT NULL,
	`label` text NOT NULL,
	`description` text,
	`color` text DEFAULT '#757575' NOT NULL,
	`permissions` text NOT NULL,
	`translations` text NOT NULL,
	`is_archived` integer DEFAULT false NOT NULL,
	`sort_order` integer DEFAULT 0 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`archived_at` text,
	`archived_by` text,
	FOREIGN KEY (`card_type_key`) REFERENCES `card_types`(`key`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`archived_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `stakeholder_role_definitions_type_key` ON `stakeholder_role_definitions` (`card_type_key`,`key`);--> statement-breakpoint
CREATE TABLE `stakeholders` (
	`id` text PRIMARY KEY NOT NULL,
	`card_id` text NOT NULL,
	`user_id` text NOT NULL,
	`role` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`card_id`) REFERENCES `cards`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `stakeholders_card_user_role` ON `stakeholders` (`card_id`,`user_id`,`role`);--> statement-breakpoint
CREATE INDEX `stakeholders_user` ON `stakeholders` (`user_id`,`card_id`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`display_name` text NOT NULL,
	`password_hash` text,
	`role` text DEFAULT 'member' NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`locale` text DEFAULT 'en' NOT NULL,
	`auth_provider` text DEFAULT 'local' NOT NULL,
	`sso_subject_id` text,
	`password_setup_hash` text,
	`password_setup_expires_at` text,
	`password_reset_hash` text,
	`password_reset_expires_at` text,
	`failed_logins` integer DEFAULT 0 NOT NULL,
	`locked_until` text,
	`token_version` integer DEFAULT 0 NOT NULL,
	`notification_preferences` text,
	`ui_preferences` text,
	`last_login` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_unique` ON `users` (`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_sso_subject_id_unique` ON `users` (`sso_subject_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_password_setup_hash_unique` ON `users` (`password_setup_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_password_reset_hash_unique` ON `users` (`password_reset_hash`);--> statement-breakpoint
CREATE TABLE `card_counts` (
	`type` text NOT NULL,
	`status` text NOT NULL,
	`approval_status` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`type`, `status`, `approval_status`)
);
--> statement-breakpoint
CREATE TABLE `card_tags` (
	`card_id` text NOT NULL,
	`tag_id` text NOT NULL,
	PRIMARY KEY(`card_id`, `tag_id`),
	FOREIGN KEY (`card_id`) REFERENCES `cards`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`tag_id`) REFERENCES `tags`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `card_tags_tag` ON `card_tags` (`tag_id`);--> statement-breakpoint
CREATE TABLE `cards` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`type` text NOT NULL,
	`subtype` text,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`description` text,
	`parent_id` text,
	`lifecycle` text,
	`attributes` text,
	`status` text DEFAULT 'ACTIVE' NOT NULL,
	`approval_status` text DEFAULT 'DRAFT' NOT NULL,
	`data_quality` real DEFAULT 0 NOT NULL,
	`external_id` text,
	`alias` text,
	`archived_at` text,
	`created_by` text,
	`updated_by` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`parent_id`) REFERENCES `cards`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`updated_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `cards_id_unique` ON `cards` (`id`);--> statement-breakpoint
CREATE INDEX `cards_parent_status_name` ON `cards` (`parent_id`,`status`,`name`);--> statement-breakpoint
CREATE INDEX `cards_sibling` ON `cards` (`type`,`parent_id`,`name_key`);--> statement-breakpoint
CREATE INDEX `cards_status_name` ON `cards` (`status`,`name`);--> statement-breakpoint
CREATE INDEX `cards_status_type_name` ON `cards` (`status`,`type`,`name`);--> statement-breakpoint
CREATE INDEX `cards_status_approval` ON `cards` (`status`,`approval_status`,`name`);--> statement-breakpoint
CREATE INDEX `cards_status_quality` ON `cards` (`status`,`data_quality`);--> statement-breakpoint
CREATE INDEX `cards_status_created` ON `cards` (`status`,`created_at`);--> statement-breakpoint
CREATE INDEX `cards_status_updated` ON `cards` (`status`,`updated_at`);--> statement-breakpoint
CREATE INDEX `cards_status_subtype` ON `cards` (`status`,`subtype`);--> statement-breakpoint
CREATE INDEX `cards_name` ON `cards` (`name`);--> statement-breakpoint
CREATE INDEX `cards_archived` ON `cards` (`archived_at`);--> statement-breakpoint
CREATE INDEX `cards_created_by` ON `cards` (`created_by`);--> statement-breakpoint
CREATE INDEX `cards_updated_by` ON `cards` (`updated_by`);--> statement-breakpoint
CREATE TABLE `user_favorites` (
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`card_id` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`user_id`, `card_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`card_id`) REFERENCES `cards`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `user_favorites_id_unique` ON `user_favorites` (`id`);--> statement-breakpoint
CREATE INDEX `user_favorites_card` ON `user_favorites` (`card_id`);--> statement-breakpoint
CREATE TABLE `relations` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`type` text NOT NULL,
	`source_id` text NOT NULL,
	`target_id` text NOT NULL,
	`attributes` text,
	`description` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`source_id`) REFERENCES `cards`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`target_id`) REFERENCES `cards`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `relations_id_unique` ON `relations` (`id`);--> statement-breakpoint
CREATE INDEX `relations_type` ON `relations` (`type`);--> statement-breakpoint
CREATE INDEX `relations_source` ON `relations` (`source_id`,`type`);--> statement-breakpoint
CREATE INDEX `relations_target` ON `relations` (`target_id`,`type`);--> statement-breakpoint
CREATE TABLE `tag_groups` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`description` text,
	`mode` text DEFAULT 'multi' NOT NULL,
	`mandatory` integer DEFAULT false NOT NULL,
	`restrict_to_types` text,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `tags` (
	`id` text PRIMARY KEY NOT NULL,
	`tag_group_id` text NOT NULL,
	`name` text NOT NULL,
	`description` text,
	`color` text,
	`sort_order` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`tag_group_id`) REFERENCES `tag_groups`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `tags_group` ON `tags` (`tag_group_id`);--> statement-breakpoint
CREATE TABLE `events` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`event_type` text NOT NULL,
	`data` text,
	`card_id` text,
	`entity_id` text,
	`user_id` text,
	`batch_id` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`card_id`) REFERENCES `cards`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`batch_id`) REFERENCES `mutation_batches`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `events_id_unique` ON `events` (`id`);--> statement-breakpoint
CREATE INDEX `events_card` ON `events` (`card_id`);--> statement-breakpoint
CREATE INDEX `events_entity` ON `events` (`entity_id`);--> statement-breakpoint
CREATE INDEX `events_batch` ON `events` (`batch_id`);--> statement-breakpoint
CREATE INDEX `events_user` ON `events` (`user_id`);--> statement-breakpoint
CREATE TABLE `mutation_batches` (
	`id` text PRIMARY KEY NOT NULL,
	`tool_name` text NOT NULL,
	`actor_user_id` text,
	`origin` text NOT NULL,
	`dry_run` integer DEFAULT false NOT NULL,
	`confirm_token` text,
	`summary` text,
	`created_at` text NOT NULL,
	`committed_at` text,
	FOREIGN KEY (`actor_user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `mutation_batches_created` ON `mutation_batches` (`created_at`);--> statement-breakpoint
CREATE INDEX `mutation_batches_actor` ON `mutation_batches` (`actor_user_id`);--> statement-breakpoint
CREATE TABLE `card_types` (
	`key` text PRIMARY KEY NOT NULL,
	`label` text NOT NULL,
	`description` text,
	`icon` text DEFAULT 'category' NOT NULL,
	`color` text DEFAULT '#1976d2' NOT NULL,
	`category` text,
	`has_hierarchy` integer DEFAULT false NOT NULL,
	`has_successors` integer DEFAULT false NOT NULL,
	`subtypes` text NOT NULL,
	`fields_schema` text NOT NULL,
	`stakeholder_roles` text NOT NULL,
	`section_config` text NOT NULL,
	`built_in` integer DEFAULT false NOT NULL,
	`is_hidden` integer DEFAULT false NOT NULL,
	`sort_order` integer DEFAULT 0 NOT NULL,
	`translations` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `compliance_regulations` (
	`id` text PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`label` text NOT NULL,
	`description` text,
	`is_enabled` integer DEFAULT true NOT NULL,
	`built_in` integer DEFAULT false NOT NULL,
	`sort_order` integer DEFAULT 0 NOT NULL,
	`translations` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `compliance_regulations_key` ON `compliance_regulations` (`key`);--> statement-breakpoint
CREATE TABLE `ea_principles` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`description` text,
	`rationale` text,
	`implications` text,
	`is_active` integer DEFAULT true NOT NULL,
	`sort_order` integer DEFAULT 0 NOT NULL,
	`catalogue_id` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `relation_types` (
	`key` text PRIMARY KEY NOT NULL,
	`label` text NOT NULL,
	`reverse_label` text,
	`description` text,
	`source_type_key` text NOT NULL,
	`target_type_key` text NOT NULL,
	`cardinality` text DEFAULT 'n:m' NOT NULL,
	`attributes_schema` text NOT NULL,
	`built_in` integer DEFAULT false NOT NULL,
	`is_hidden` integer DEFAULT false NOT NULL,
	`sort_order` integer DEFAULT 0 NOT NULL,
	`translations` text NOT NULL,
	`source_visible` integer DEFAULT true NOT NULL,
	`target_visible` integer DEFAULT true NOT NULL,
	`source_mandatory` integer DEFAULT false NOT NULL,
	`target_mandatory` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX `relation_types_source` ON `relation_types` (`source_type_key`);--> statement-breakpoint
CREATE INDEX `relation_types_target` ON `relation_types` (`target_type_key`);--> statement-breakpoint
CREATE TABLE `resource_types` (
	`id` text PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`label` text NOT NULL,
	`description` text,
	`is_enabled` integer DEFAULT true NOT NULL,
	`built_in` integer DEFAULT false NOT NULL,
	`sort_order` integer DEFAULT 0 NOT NULL,
	`translations` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`kind` text NOT NULL,
	`icon` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `resource_types_kind_key` ON `resource_types` (`kind`,`key`);--> statement-breakpoint
CREATE TABLE `app_settings` (
	`id` text PRIMARY KEY NOT NULL,
	`general_settings` text NOT NULL,
	`email_settings` text NOT NULL,
	`custom_logo` blob,
	`custom_logo_mime` text,
	`custom_favicon` blob,
	`custom_favicon_mime` text,
	`updated_at` text NOT NULL
);
