/** The definitions of the area for all others: permissions, events, checks. */
import type { Check } from "../../../db/check";
import { adminGroup, type PermissionGroups } from "../../core/access/permissions";
import { event } from "../../core/journal/event-types";

export const permissions = {
  admin: adminGroup({ "admin.migrate": ["Import from other platforms", "admin"] }),
} satisfies PermissionGroups;

type MigrationPayload = { id: string; name: string; source_type: string };

/** It changes nothing of the landscape. */
const harmless = {
  undo: { not: "It is about the migration itself, not about what it has changed", lossless: "always" },
} as const;

const about = <P extends object = object>() => event<MigrationPayload & P>("admin.migrate", harmless);

export const events = {
  "migration.uploaded": about(),
  "migration.parsed": about(),
  "migration.mapped": about(),
  "migration.started": about(),
  "migration.applied": about(),
  "migration.failed": about<{ reason: string }>(),
  "migration.deleted": about(),
};

export const checks: readonly Check[] = [
  {
    check: "migrations",
    problem: "the file of a migration is not complete",
    sql: `SELECT m.id FROM migrations m WHERE m.file_size <>
        (SELECT coalesce(sum(length(p.bytes)), 0) FROM migration_pieces p WHERE p.migration_id = m.id)`,
  },
];

declare module "../../core/area-definitions" {
  interface AreaDefinitions {
    migration: typeof import("./definitions");
  }
}
