/** Backups that are made by themselves: every night, retained by a rule, checked after they were written. */
import { area } from "../../core/area";
import { areaFindings } from "../../core/diagnostics/finding";
import { areaReadiness } from "../../core/diagnostics/readiness";
import { areaMeasurements } from "../../core/metrics/measurement";
import { events, notifications } from "./definitions";
import { backupMeasurements, examineAge, examineBackups } from "./diagnosis";
import { operations } from "./operations";
import { runs } from "./runs";

export { configureBackups } from "./backups";
export { backUpBeforeUpgrade } from "./before-upgrade";

export const backupsArea = area({
  name: "backups",
  tags: { backups: "Copies of the database that are made by themselves, retained by a rule, and checked" },
  tables: ["backups"],
  operations,
  events,
  notifications,
  runs,
  extensions: [
    areaFindings.extend("backups", examineBackups),
    areaReadiness.extend("backups", examineAge),
    areaMeasurements.extend("backups", backupMeasurements),
  ],
});
