/** Saved reports: stored configurations of reports, private, public or shared. */
import { area } from "../../core/area";
import { events, permissions } from "./definitions";
import { operations } from "./operations";
import { sheets } from "./sheets";
import { undo } from "./undo";

export { createReport } from "./reports";

export const savedReportsArea = area({
  name: "saved-reports",
  tables: ["saved_reports", "saved_report_shares"],
  operations,
  permissions,
  events,
  undo,
  sheets,
});
