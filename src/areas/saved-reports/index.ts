/** Saved reports: stored configurations of reports, private, public or shared. */
import { area } from "../../core/area";
import { run } from "../../core/runs/run";
import { DAY, HOUR } from "../../platform/clock";
import { events, permissions } from "./definitions";
import { operations } from "./operations";
import { purgePictures } from "./pictures";
import { sheets } from "./sheets";
import { undo } from "./undo";

export { createReport } from "./reports";

export const savedReportsArea = area({
  name: "saved-reports",
  tags: { "saved-reports": "Stored configurations of reports, private, public or shared" },
  tables: ["saved_reports", "saved_report_picture_pieces", "saved_report_pictures", "saved_report_shares"],
  operations,
  permissions,
  events,
  undo,
  sheets,
  runs: [
    run("saved-report-picture-purge", {
      every: HOUR,
      work: ({ config, signal }) => purgePictures(config.batchRetentionDays * DAY, () => signal.aborted),
    }),
  ],
});
