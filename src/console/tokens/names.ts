/** The words for scopes and areas of access tokens. */
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Token } from "./queries";

/** Scope → its name. */
export const scopeNames: Record<Token["scope"], MessageDescriptor> = {
  read: msg`Read only`,
  write: msg`Read and change`,
  feed: msg`Feeds alone`,
  scim: msg`Directory alone`,
};

/** Area of the API → its name; one that has none is shown by its key. */
export const areaNames: Record<string, MessageDescriptor> = {
  adr: msg`Decisions`,
  ai: msg`Suggestions`,
  auth: msg`One's own account`,
  backups: msg`Backups`,
  bookmarks: msg`Views and feeds`,
  bpm: msg`Processes`,
  calculations: msg`Calculations`,
  cards: msg`Cards`,
  catalogues: msg`Catalogues`,
  comments: msg`Comments`,
  compliance: msg`Compliance`,
  demo: msg`Demo landscape`,
  diagnostics: msg`Diagnostics`,
  diagrams: msg`Diagrams`,
  directory: msg`Directory`,
  documents: msg`Links`,
  eol: msg`End of life`,
  events: msg`Journal and stream`,
  favorites: msg`Favourites`,
  "file-attachments": msg`Files`,
  health: msg`Health`,
  metamodel: msg`Metamodel`,
  migration: msg`Migration from other tools`,
  "mutation-batches": msg`Undoing`,
  notifications: msg`Notifications`,
  ppm: msg`Projects`,
  relations: msg`Relations`,
  reports: msg`Reports`,
  risks: msg`Risks`,
  roles: msg`Roles`,
  "saved-reports": msg`Saved reports`,
  search: msg`Search`,
  servicenow: msg`ServiceNow`,
  settings: msg`Settings`,
  soaw: msg`Statements of architecture work`,
  stakeholders: msg`Stakeholders`,
  surveys: msg`Surveys`,
  tags: msg`Tags`,
  todos: msg`To-dos`,
  turbolens: msg`Analyses`,
  users: msg`People`,
  "web-portals": msg`Portals`,
  webhooks: msg`Webhooks`,
  work: msg`Long changes`,
  workspace: msg`Moving the workspace`,
};
