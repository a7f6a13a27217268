/** The words for presets and for kinds of events. */
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { areaNames } from "../../tokens/names";
import type { Preset } from "./queries";

/** Preset → its name. */
export const presetNames: Record<Preset, MessageDescriptor> = {
  standard: msg`A program`,
  slack: msg`Slack`,
  teams: msg`Microsoft Teams`,
  mattermost: msg`Mattermost`,
};

/** Kind of events → the area of the API whose name it has. */
const areas: Record<string, string> = {
  card: "cards",
  relation: "relations",
  comment: "comments",
  todo: "todos",
  risk: "risks",
  adr: "adr",
  soaw: "soaw",
  diagram: "diagrams",
  document: "documents",
  file: "file-attachments",
  stakeholder: "stakeholders",
  survey: "surveys",
  ppm: "ppm",
  user: "users",
  role: "roles",
  settings: "settings",
  tag: "tags",
  metamodel: "metamodel",
  calculation: "calculations",
  compliance_finding: "compliance",
  web_portal: "web-portals",
  backup: "backups",
  servicenow: "servicenow",
  analysis: "turbolens",
  eol: "eol",
  catalogue: "catalogues",
  webhook: "webhooks",
  workspace: "workspace",
  migration: "migration",
};

/** Returns the word for all events of a kind, as `card.*`; undefined for what has none. */
export const kindName = (name: string): MessageDescriptor | undefined =>
  areaNames[areas[name.replace(/\.\*$/, "")] ?? ""];

/** Returns the kinds of some types of events, as `card.*`: those with a word first, in the order of the words. */
export function kindsOf(types: readonly string[]): string[] {
  const kinds = [...new Set(types.map((type) => `${type.split(".")[0]}.*`))];
  const order = Object.keys(areas).map((kind) => `${kind}.*`);
  const placeOf = (kind: string) => (order.includes(kind) ? order.indexOf(kind) : order.length);
  return kinds.toSorted((one, other) => placeOf(one) - placeOf(other));
}
