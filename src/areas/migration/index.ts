/** Migrations from other tools. */
import { tagged } from "../../core/api/operation";
import { area } from "../../core/area";
import { HOUR, SECOND } from "../../platform/clock";
import { checks, events, permissions } from "./definitions";
import { operations } from "./operations";
import { purgeUnfinishedUploads } from "./upload";
import { resumeWork, tasks } from "./work";

export const migrationArea = area({
  name: "migration",
  operations: tagged("Migration", operations),
  permissions,
  events,
  checks,
  tasks,
  jobs: () => [
    { name: "migration-work", every: 10 * SECOND, run: resumeWork },
    { name: "migration-upload-purge", every: HOUR, run: purgeUnfinishedUploads },
  ],
});
