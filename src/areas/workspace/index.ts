/** Transfer of the whole workspace between installations. */
import { tagged } from "../../core/api/operation";
import { area } from "../../core/area";
import { HOUR, SECOND } from "../../platform/clock";
import { checks, events, permissions } from "./definitions";
import { operations } from "./operations";
import { purgeUnfinishedUploads } from "./upload";
import { resumeWork, tasks } from "./work";

export { configurePublicAddress } from "./public-address";

export const workspaceArea = area({
  name: "workspace",
  operations: tagged("Workspace Transfer", operations),
  permissions,
  events,
  checks,
  tasks,
  jobs: () => [
    { name: "workspace-work", every: 10 * SECOND, run: resumeWork },
    { name: "workspace-upload-purge", every: HOUR, run: purgeUnfinishedUploads },
  ],
});
