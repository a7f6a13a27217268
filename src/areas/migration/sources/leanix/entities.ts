/** Reads rows that are entities. */
import type { Cell } from "../../../../platform/spreadsheet/workbook";
import { dayIn, quoted } from "../../fitting";
import type { Field, SnapshotReceiver } from "../snapshot";
import { type TableRow, textOf } from "../table";
import type { FieldDescriptions } from "./enums";
import type { Names } from "./names";

/** Columns that are no fields of their own. */
const coreColumns = new Set(
  `id type name displayName status description category completion qualitySeal lxState createdAt updatedAt naFields
  level childLevel permittedReadACL permittedWriteACL`.split(/\s+/),
);
const LIFECYCLE = "lifecycle:";
const TAGS = "tags:";
const SUBSCRIPTIONS = "subscriptions:";
const prefixes = [LIFECYCLE, TAGS, SUBSCRIPTIONS];

/** Checks whether a column is a field of the entity's type. */
export const isField = (column: string): boolean =>
  !coreColumns.has(column) && !prefixes.some((prefix) => column.startsWith(prefix));

/** Returns the columns with a prefix, without it. */
const columnsWith = (row: TableRow, prefix: string): [rest: string, value: Cell][] =>
  [...row].filter(([key]) => key.startsWith(prefix)).map(([key, value]) => [key.slice(prefix.length), value]);

/** Returns the dates of a lifecycle, and the reasons why some can't be read. */
function lifecycleOf(row: TableRow): { lifecycle: Record<string, string>; objections: string[] } {
  const columns = columnsWith(row, LIFECYCLE).map(([phase, value]) => {
    const text = textOf(value);
    return { phase, text, day: dayIn(text) };
  });
  const unread = columns.filter(({ text, day }) => text !== "" && day === undefined);
  return {
    lifecycle: Object.fromEntries(columns.flatMap(({ phase, day }) => (day === undefined ? [] : [[phase, day]]))),
    objections: unread.map(({ phase, text }) => `${LIFECYCLE}${phase}: ${quoted(text)} is no date`),
  };
}

function readTagsOf(entity: string, row: TableRow, tags: Names, receiver: SnapshotReceiver): void {
  const ids = columnsWith(row, TAGS).flatMap(([group, names]) =>
    textOf(names)
      .split(",")
      .flatMap((name) => tags.find(group.trim(), name.trim()) ?? []),
  );
  for (const id of new Set(ids)) receiver.entityTag(entity, id);
}

const emailsIn = (value: Cell): string[] => [
  ...new Set(
    textOf(value)
      .split(/[,;]/)
      .map((email) => email.trim())
      .filter(Boolean),
  ),
];

/** Reads who has a part in an entity. A column without the name of a role repeats those that have one, and perhaps others. */
function readSubscriptions(entity: string, row: TableRow, receiver: SnapshotReceiver): void {
  const columns = columnsWith(row, SUBSCRIPTIONS).map(([column, value]) => {
    const [roleType = "", ...name] = column.split(":");
    return { roleType: roleType.trim(), roleName: name.join(":").trim(), emails: emailsIn(value) };
  });
  const key = (roleType: string, email: string) => JSON.stringify([roleType, email.toLowerCase()]);
  const named = new Set(
    columns.flatMap(({ roleType, roleName, emails }) =>
      roleName === "" ? [] : emails.map((email) => key(roleType, email)),
    ),
  );
  for (const { roleType, roleName, emails } of columns)
    for (const email of emails) {
      if (roleName === "" && named.has(key(roleType, email))) continue;
      receiver.subscription({ id: `${entity}:${roleType}:${roleName}:${email}`, entity, roleType, roleName, email });
    }
}

/** Returns the value of a field: fields with addresses of mail are links here. */
const fieldValue = (value: Cell, { dataType }: Pick<Field, "dataType">): Cell =>
  dataType === "EMAIL" && typeof value === "string" && /^[^\s:]+@[^\s:]+$/.test(value) ? `mailto:${value}` : value;

/** Reads a row that is an entity. @returns how other sheets name it; undefined for a row that is dropped */
export function readEntity(
  row: TableRow,
  tags: Names,
  descriptions: FieldDescriptions,
  receiver: SnapshotReceiver,
): { id: string; type: string; displayName: string } | undefined {
  const [id, type, name, displayName] = ["id", "type", "name", "displayName"].map((key) => textOf(row.get(key))) as [
    string,
    string,
    string,
    string,
  ];
  if (id === "" || type === "") return undefined;
  const isFirst = receiver.entity({
    id,
    type,
    name: name || displayName || id,
    description: textOf(row.get("description")) || null,
    category: textOf(row.get("category")) || null,
    isArchived: textOf(row.get("status")) === "ARCHIVED",
    ...lifecycleOf(row),
    attributes: Object.fromEntries(
      [...row]
        .filter(([key]) => isField(key))
        .map(([key, value]) => [key, fieldValue(value, descriptions.describe(type, key))]),
    ),
  });
  if (isFirst) {
    readTagsOf(id, row, tags, receiver);
    readSubscriptions(id, row, receiver);
  }
  return { id, type, displayName: displayName || name };
}
