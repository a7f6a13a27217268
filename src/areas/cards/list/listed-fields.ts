/**
 * The fields of cards that lists name: attributes, columns, dates of the lifecycle, and links. `where`, `fields`, `totals` and
 * `facets` share their names.
 */
import { type Phase, phases, type Side } from "../../../../db/query";
import type { Field } from "../../../../db/schema/metamodel";
import { type Actor, require } from "../../../core/access/actor";
import { stakeholderRolesByType } from "../../../core/access/roles";
import { invalid } from "../../../http/errors";
import { parseUuid } from "../../../platform/ids";
import { cardType, hiddenCardTypes, type RelationType, relationType } from "../../metamodel";
import { namedField } from "./named-field";

/** The kinds of a column's values. */
const columns = {
  type: "text",
  subtype: "text",
  name: "text",
  description: "text",
  external_id: "text",
  alias: "text",
  status: "text",
  approval_status: "text",
  data_quality: "number",
  created_at: "day",
  updated_at: "day",
  parent: "id",
  created_by: "id",
  updated_by: "id",
} as const;

type ColumnName = keyof typeof columns;
export type OwnKind = (typeof columns)[ColumnName];

/** A field of cards that a list names. */
export type ListedField =
  | { kind: "attribute"; field: Field }
  | { kind: "column"; column: string; values: OwnKind }
  | { kind: "lifecycle" }
  | { kind: "date"; phase: Phase }
  | { kind: "phase" }
  | { kind: "relation"; type: RelationType; side: Side }
  /** Of any role without one. */
  | { kind: "stakeholder"; role: string | undefined }
  | { kind: "tag"; groupId: string };

/** The query in which a field is named. */
export type Naming = {
  actor: Actor;
  /** The one card type of the query. */
  typeKey: string | undefined;
  /** The query parameter, for the refusal. */
  parameter: string;
};

const isColumn = (name: string): name is ColumnName => Object.hasOwn(columns, name);
const isPhase = (name: string): name is Phase => (phases as readonly string[]).includes(name);

/** @throws Problem 422 for a relation type that there is not, or one to hidden cards; 403 without the right to see relations */
function relationField({ actor, parameter }: Naming, key: string, side: Side): ListedField {
  const type = relationType(key);
  if (!type || type.is_hidden) throw invalid(["query", parameter], "names no relation type", "value_error", key);
  if (hiddenCardTypes().includes(side === "source" ? type.target_type_key : type.source_type_key))
    throw invalid(["query", parameter], "names a relation type to hidden cards", "value_error", key);
  require(actor, "relations.view");
  return { kind: "relation", type, side };
}

/** @throws Problem 422 for a role that no type has; 403 without the right to see stakeholders */
function roleField({ actor, typeKey, parameter }: Naming, role: string): ListedField {
  const types = [...stakeholderRolesByType()].filter(([key]) => typeKey === undefined || key === typeKey);
  if (!types.some(([, roles]) => roles.has(role)))
    throw invalid(["query", parameter], "names no stakeholder role of these cards", "value_error", role);
  require(actor, "stakeholders.view");
  return { kind: "stakeholder", role };
}

/** @throws Problem 422 for what is no id */
function tagField({ parameter }: Naming, group: string): ListedField {
  const groupId = parseUuid(group);
  if (!groupId) throw invalid(["query", parameter], "tag. is followed by the id of a tag group", "uuid_parsing", group);
  return { kind: "tag", groupId };
}

/** @throws Problem 422 for what is no phase */
function dateField({ parameter }: Naming, phase: string): ListedField {
  if (!isPhase(phase))
    throw invalid(["query", parameter], `lifecycle. is followed by one of ${phases.join(", ")}`, "value_error", phase);
  return { kind: "date", phase };
}

/** Prefix of a name → what the rest of it names. */
const prefixes: Record<string, (naming: Naming, rest: string) => ListedField> = {
  attributes: ({ actor, typeKey, parameter }, key) => ({
    kind: "attribute",
    field: namedField(actor, typeKey, key, parameter),
  }),
  lifecycle: dateField,
  relation: (naming, key) => relationField(naming, key, "source"),
  reverse: (naming, key) => relationField(naming, key, "target"),
  stakeholder: roleField,
  tag: tagField,
};

/**
 * Returns the field that a name stands for: a column, `lifecycle`, `phase`, `attributes.<key>`, `lifecycle.<phase>`,
 * `relation.<key>` (from its source), `reverse.<key>` (from its target), `stakeholder` (of any role), `stakeholder.<role>` or
 * `tag.<group id>`.
 * @returns undefined for a name of another form
 * @throws Problem 422 for what there is not; 403 for costs, relations or stakeholders that the actor may not see
 */
export function listedField(naming: Naming, name: string): ListedField | undefined {
  if (isColumn(name)) return { kind: "column", column: name === "parent" ? "parent_id" : name, values: columns[name] };
  if (name === "lifecycle" || name === "phase") return { kind: name };
  if (name === "stakeholder") {
    require(naming.actor, "stakeholders.view");
    return { kind: "stakeholder", role: undefined };
  }
  const dot = name.indexOf(".");
  const prefix = name.slice(0, Math.max(0, dot));
  return Object.hasOwn(prefixes, prefix) ? prefixes[prefix]?.(naming, name.slice(dot + 1)) : undefined;
}

/**
 * Works as `listedField`, for `where`: the key of an attribute of the one type stands for it, before any other name.
 * @throws Problem 422 for a name that stands for nothing, too
 */
export function comparedField(naming: Naming, name: string): ListedField {
  const { actor, typeKey, parameter } = naming;
  const isAttribute = typeKey !== undefined && cardType(typeKey)?.fields.has(name);
  const listed = isAttribute ? undefined : listedField(naming, name);
  return listed ?? { kind: "attribute", field: namedField(actor, typeKey, name, parameter) };
}
