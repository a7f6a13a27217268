/** Transfer of the whole workspace between installations. */
import { tagged } from "../../core/api/operation";
import { area } from "../../core/area";
import { run } from "../../core/runs/run";
import { HOUR } from "../../platform/clock";
import { checks, events, permissions } from "./definitions";
import { operations } from "./operations";
import { applying, previewing, tasks } from "./runs";
import { discardUploadTask, purgeUnfinishedUploads } from "./upload";

export { configurePublicAddress } from "./public-address";

export const workspaceArea = area({
  name: "workspace",
  tags: { "Workspace Transfer": "The whole workspace as an archive, to be moved between installations" },
  tables: ["workspace_transfers", "workspace_pieces"],
  operations: tagged("Workspace Transfer", operations),
  permissions,
  events,
  checks,
  tasks: [...tasks, discardUploadTask],
  runs: [previewing, applying, run("workspace-upload-purge", { every: HOUR, work: () => purgeUnfinishedUploads() })],
});
