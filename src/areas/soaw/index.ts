/** Statements of architecture work. */
import { area } from "../../core/area";
import { checks, events, notifications, permissions } from "./definitions";
import { operations } from "./operations";
import { sheets } from "./sheets";
import { undo } from "./undo";

export { soawDocuments } from "./documents";
export { sanitizeSections } from "./sections";
export { createSoaw } from "./statements";

export const soawArea = area({
  name: "soaw",
  landscape: true,
  tags: { soaw: "Statements of architecture work: drafts, signatures and revisions" },
  tables: ["statements_of_architecture_work"],
  operations,
  permissions,
  events,
  undo,
  notifications,
  checks,
  sheets,
});
