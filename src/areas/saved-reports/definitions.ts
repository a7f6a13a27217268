/** The definitions of the area for all others: permissions, events. */
import { group, type PermissionGroups } from "../../core/access/permissions";
import { event } from "../../core/journal/event-types";

export const permissions = {
  saved_reports: group("Saved Reports", 150, { "saved_reports.create": ["Save reports", "member"] }),
} satisfies PermissionGroups;

/** A saved report; `user_id` is its owner, who alone follows what happens to it. */
type Report = { id: string; user_id: string; name: string; report_type: string; visibility: string };

export const events = {
  "saved_report.created": event<Report>("recipient", { undo: { by: "delete_saved_report" } }),
  "saved_report.updated": event<Report & { fields: string[] }>("recipient", {
    undo: { by: "restore_saved_report_fields" },
  }),
  "saved_report.deleted": event<Report>("recipient", { undo: { by: "restore_saved_report" } }),
};

declare module "../../core/area-definitions" {
  interface AreaDefinitions {
    "saved-reports": typeof import("./definitions");
  }
}
