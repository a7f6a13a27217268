/** Migrations from other tools. */
import { tagged } from "../../core/api/operation";
import { area } from "../../core/area";
import { run } from "../../core/runs/run";
import { HOUR } from "../../platform/clock";
import { checks, events, permissions } from "./definitions";
import { operations } from "./operations";
import { applying, parsing } from "./runs";
import { purgeUnfinishedUploads } from "./upload";

export const migrationArea = area({
  name: "migration",
  tags: { Migration: "Migrations from other tools: upload, mapping, preview and application" },
  tables: [
    "migrations",
    "migration_identity_map",
    "migration_pieces",
    "migration_remembered_mappings",
    "staged_records",
  ],
  operations: tagged("Migration", operations),
  permissions,
  events,
  checks,
  runs: [parsing, applying, run("migration-upload-purge", { every: HOUR, work: () => purgeUnfinishedUploads() })],
});
