/** The columns that an export is asked for, by their names in lists, and its order by groups or as a tree. */
import { firstValue } from "../../../../db";
import { phases } from "../../../../db/query";
import type { Actor } from "../../../core/access/actor";
import { invalid } from "../../../http/errors";
import { entriesOf } from "../../../http/query";
import type { Column, Row } from "../../../http/tables";
import { parseUuid } from "../../../platform/ids";
import { singleType } from "./conditions";
import { listedField } from "./listed-fields";
import type { TableQuery } from "./model";
import { ATTRIBUTE } from "./named-field";
import { escapedName, SEPARATOR } from "./references";

/** Columns of one export. */
const MAX_COLUMNS = 100;
/** The columns of what stands before the cards' own. */
export const GROUP = "group";
export const LEVEL = "level";

type Links = { links: Record<string, string[]> };

/** Returns a column of links, made of the entries of a card. */
const ofLinks = (header: string, label: string, entriesIn: (links: Links["links"]) => readonly string[]): Column => ({
  header,
  label,
  kind: "text",
  value: (row: Row) => [...new Set(entriesIn((row as Links).links))].join(SEPARATOR) || null,
});

/** Returns the column of the tags of a group. @throws Problem 422 for a group that there isn't */
function tagColumn(id: string): Column {
  const group = firstValue<string>("SELECT name FROM tag_groups WHERE id = ?", parseUuid(id) ?? "");
  if (group === undefined) throw invalid(["query", "columns"], "names no group of tags", "value_error", id);
  const start = `${escapedName(group)} / `;
  return ofLinks(`tag:${id}`, group, ({ tags = [] }) =>
    tags.filter((tag) => tag.startsWith(start)).map((tag) => tag.slice(start.length)),
  );
}

/** The column of the people in all roles. */
const people = ofLinks("stakeholder", "People", (links) =>
  Object.entries(links).flatMap(([name, entries]) => (name.startsWith("stakeholder:") ? entries : [])),
);

/** Returns the heads by which a name of a list stands among all columns of the export. */
function headsOf(name: string): readonly string[] {
  if (name === "lifecycle") return phases;
  const at = name.indexOf(".");
  const [prefix, rest] = [name.slice(0, Math.max(0, at)), name.slice(at + 1)];
  if (prefix === "attributes" || prefix === "lifecycle") return [rest];
  return prefix === "" ? [name] : [`${prefix}:${rest}`];
}

/**
 * Returns the columns that an export is asked for, in their order; all when it names none.
 * @param all the columns that there are
 * @throws Problem 422 for a name that lists don't have, or too many; 403 for costs, relations or people that the actor may not see
 */
export function chosenColumns(actor: Actor, query: TableQuery, all: readonly Column[]): readonly Column[] {
  const names = entriesOf(query.columns);
  if (!names?.length) return all;
  if (names.length > MAX_COLUMNS) throw invalid(["query", "columns"], `must not be more than ${MAX_COLUMNS}`);
  // Attributes stand last, and one may be called as a column of the card itself is.
  const find = (name: string, head: string) =>
    name.startsWith(ATTRIBUTE)
      ? all.findLast(({ header }) => header === head)
      : all.find(({ header }) => header === head);
  const chosen = names.flatMap((name): Column[] => {
    const field = listedField({ actor, typeKey: singleType(query), parameter: "columns" }, name);
    if (field?.kind === "tag") return [tagColumn(field.groupId)];
    if (name === "stakeholder") return [people];
    const columns = headsOf(name).flatMap((head) => find(name, head) ?? []);
    if (columns.length === 0) throw invalid(["query", "columns"], "names no column of the export", "value_error", name);
    return columns;
  });
  return [...new Set(chosen)];
}
