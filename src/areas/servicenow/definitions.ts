/** The definitions of the area for all others: permissions, events, checks. */
import type { Check } from "../../../db/check";
import { group, type PermissionGroups } from "../../core/access/permissions";
import { event } from "../../core/journal/event-types";

export const permissions = {
  servicenow: group("ServiceNow", 190, {
    "servicenow.view": ["See the ITSM integration and its runs", "admin"],
    "servicenow.manage": ["Configure the ITSM integration and run it", "admin"],
  }),
} satisfies PermissionGroups;

const NOT_UNDONE = { undo: { not: "A configuration is corrected where it is made" } } as const;
/** The changes of a run are undone card by card. */
const REPORT = { unbatched: true } as const;

type Subject = { id: string; name: string };
type MappingSubject = { id: string; card_type_key: string; snow_table: string };
type Run = { id: string; mapping_id: string | null; direction: "pull" | "push" };

export const events = {
  "servicenow.connection_created": event<Subject>("servicenow.manage", NOT_UNDONE),
  "servicenow.connection_updated": event<Subject & { fields: string[] }>("servicenow.manage", NOT_UNDONE),
  "servicenow.connection_deleted": event<Subject>("servicenow.manage", NOT_UNDONE),
  "servicenow.mapping_created": event<MappingSubject>("servicenow.manage", NOT_UNDONE),
  "servicenow.mapping_updated": event<MappingSubject & { fields: string[] }>("servicenow.manage", NOT_UNDONE),
  "servicenow.mapping_deleted": event<MappingSubject>("servicenow.manage", NOT_UNDONE),
  "servicenow.run_started": event<Run>("servicenow.manage", REPORT),
  "servicenow.run_completed": event<Run & { stats: Record<string, number>; reason: string | null }>(
    "servicenow.manage",
    REPORT,
  ),
  "servicenow.records_discarded": event<Run & { count: number }>("servicenow.manage", REPORT),
  "servicenow.run_failed": event<Run & { stats: Record<string, number>; reason: string | null }>(
    "servicenow.manage",
    REPORT,
  ),
};

export const checks: readonly Check[] = [
  {
    check: "synchronisation",
    problem: "a run has ended without a time of it",
    sql: "SELECT id FROM servicenow_sync_runs WHERE (status = 'running') <> (completed_at IS NULL)",
  },
];

/** The credentials of connections. */
export const secrets = `SELECT 'servicenow_connections.' || id AS id, credentials ->> '$._enc' AS value
  FROM servicenow_connections WHERE credentials ->> '$._enc' GLOB 'enc:*'`;

declare module "../../core/area-definitions" {
  interface AreaDefinitions {
    servicenow: typeof import("./definitions");
  }
}
