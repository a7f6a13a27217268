/** The definitions of the area for all others: permissions, events. */
import { group, type PermissionGroups } from "../../core/access/permissions";
import { event } from "../../core/journal/event-types";
import type { Figures } from "./dashboards/snapshots";

export const permissions = {
  reports: group("Reports", 90, {
    "reports.ea_dashboard": ["See the dashboard and the architecture reports", "viewer"],
    "reports.bpm_dashboard": ["See the process reports", "viewer"],
    "reports.ppm_dashboard": ["See the project reports", "viewer"],
    "reports.portfolio": ["See the portfolio and cost reports", "viewer"],
  }),
} satisfies PermissionGroups;

export const events = {
  "kpi.captured": event<{ id: string; snapshot_date: string } & Figures>("admin.events", { unbatched: true }),
};

declare module "../../core/area-definitions" {
  interface AreaDefinitions {
    reports: typeof import("./definitions");
  }
}
