/** Files that are attached to cards. */
import { area } from "../../core/area";
import { run } from "../../core/runs/run";
import { HOUR } from "../../platform/clock";
import { checks, events } from "./definitions";
import { operations } from "./operations";
import { sheets } from "./sheets";
import { undo } from "./undo";
import { purgeUnfinishedUploads } from "./upload";

export { attachText } from "./text-files";

export const fileAttachmentsArea = area({
  name: "file-attachments",
  tags: { "file-attachments": "Files that are attached to cards" },
  tables: ["file_attachments", "file_pieces"],
  operations,
  events,
  undo,
  checks,
  runs: [run("unfinished-upload-purge", { every: HOUR, work: () => purgeUnfinishedUploads() })],
  sheets,
});
