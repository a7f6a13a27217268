CREATE TABLE `retired_costs` (
	`kind` text NOT NULL,
	`owner` text NOT NULL,
	`field` text NOT NULL,
	PRIMARY KEY(`kind`, `owner`, `field`)
);
