/** Files that are attached to cards. */
import { area } from "../../core/area";
import { HOUR } from "../../platform/clock";
import { checks, events } from "./definitions";
import { operations } from "./operations";
import { undo } from "./undo";
import { purgeUnfinishedUploads } from "./upload";

export const fileAttachmentsArea = area({
  name: "file-attachments",
  operations,
  events,
  undo,
  checks,
  jobs: () => [{ name: "unfinished-upload-purge", every: HOUR, run: purgeUnfinishedUploads }],
});
