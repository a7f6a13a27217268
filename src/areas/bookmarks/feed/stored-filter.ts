/** The conditions of a saved view: the filter that the front end has stored, as conditions of the list of cards. */

import { inList, listOf, nameKeyOf, relationTypeNumber } from "../../../../db";
import {
  type Condition,
  either,
  holdsOneOf,
  inPhase,
  isIndexed,
  matching,
  noPhase,
  oneOf,
  type Phase,
  phases,
  taggedWith,
  type Value,
  where,
  withoutValue,
  withStakeholder,
} from "../../../../db/query";
import type { Field } from "../../../../db/schema/metamodel";
import type { Actor } from "../../../core/access/actor";
import { today } from "../../../platform/clock";
import { parseUuid } from "../../../platform/ids";
import { type CardConditions, together, visible, whereConditions } from "../../cards";
import { relationType } from "../../metamodel";
import { findAttribute } from "./properties";

type StoredFilter = Record<string, unknown>;

/** Stands for "no value" in a list; with a colon and the group's id, for "no tag of the group". */
const NO_VALUE = "__empty__";

const NOTHING = where("FALSE");

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : [];

const entriesOf = (value: unknown): [key: string, value: unknown][] =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? Object.entries(value) : [];

/** Returns the values that a filter names for one key: a list, or a single one; empty texts and null stand for none. */
const valuesIn = (value: unknown): unknown[] =>
  (Array.isArray(value) ? value : [value]).filter((entry) => entry !== null && entry !== undefined && entry !== "");

/** Returns the condition that one of some values holds; none when the list is empty. */
const oneOfList = (value: unknown, condition: (wanted: string[]) => Condition, empty: () => Condition): Condition[] => {
  const wanted = texts(value);
  if (wanted.length === 0) return [];
  const named = wanted.filter((entry) => entry !== NO_VALUE);
  return [
    either([...(named.length > 0 ? [condition(named)] : []), ...(named.length < wanted.length ? [empty()] : [])]),
  ];
};

const withoutText = (column: string) => where(`coalesce(${column}, '') = ''`);

const isPhase = (name: string): name is Phase => (phases as readonly string[]).includes(name);

const inPhases = (names: readonly string[]) => either(names.filter(isPhase).map((phase) => inPhase(phase, today())));

/** Returns the cards without a tag of a group. */
const withoutTagOf = (groupId: string): Condition =>
  where(
    "c.id NOT IN (SELECT t.card_id FROM card_tags t WHERE t.tag_id IN (SELECT id FROM tags WHERE tag_group_id = ?))",
    groupId,
  );

/** Returns the cards with one of the tags, or without any of a group that is to be empty. */
function byTags(entries: readonly string[]): Condition[] {
  if (entries.length === 0) return [];
  const groups = entries.filter((entry) => entry.startsWith(`${NO_VALUE}:`)).map((entry) => entry.split(":")[1] ?? "");
  const tagIds = entries.flatMap((entry) => parseUuid(entry) ?? []);
  return [either([...(tagIds.length > 0 ? [taggedWith(tagIds)] : []), ...groups.map(withoutTagOf)])];
}

/** Returns a value as the database holds it in a field; undefined when the field can't hold it. */
function storedValue({ type }: Field, value: unknown): Value | undefined {
  if (type === "boolean")
    return new Map<unknown, Value>([
      [true, 1],
      ["true", 1],
      [false, 0],
      ["false", 0],
    ]).get(value);
  const number = Number(value);
  if (type === "number" || type === "cost") return Number.isFinite(number) ? number : undefined;
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

/**
 * Returns the cards whose attribute is one of the values; those of a field that no card type has are none.
 * @throws Problem 403 for costs that the actor may not see everywhere
 */
function byAttribute(actor: Actor, types: readonly string[], key: string, stored: unknown): Condition[] {
  const wanted = valuesIn(stored);
  if (wanted.length === 0) return [];
  const field = findAttribute(actor, types, key);
  if (!field) return [NOTHING];
  const values = wanted.filter((value) => value !== NO_VALUE).flatMap((value) => storedValue(field, value) ?? []);
  return [
    either([
      ...(values.length > 0 ? [holdsOneOf(field, values)] : []),
      ...(wanted.includes(NO_VALUE) ? [withoutValue(key)] : []),
    ]),
  ];
}

const TYPE = relationTypeNumber();

/** Returns the cards with no relation of a type. */
const unrelated = (type: string): Condition =>
  where(
    `NOT EXISTS (SELECT 1 FROM relations WHERE source_seq = c.seq AND type_seq = ${TYPE})
     AND NOT EXISTS (SELECT 1 FROM relations WHERE target_seq = c.seq AND type_seq = ${TYPE})`,
    ...[type, type],
  );

/** Returns the cards that have a relation of a type to one of some cards, which are named by their ids or names. */
function relatedToOne(key: string, names: readonly string[]): Condition {
  const type = relationType(key);
  if (!type) return NOTHING;
  const ids = listOf(names.flatMap((name) => parseUuid(name) ?? []));
  const ends = listOf([type.source_type_key, type.target_type_key]);
  const others = `SELECT seq FROM cards WHERE ${inList("id")} UNION SELECT seq FROM cards WHERE ${inList("type")} AND ${inList("name_key")}`;
  const values = [key, ids, ends, listOf(names.map(nameKeyOf))];
  return where(
    `c.seq IN (SELECT target_seq FROM relations WHERE type_seq = ${TYPE} AND source_seq IN (${others})
       UNION SELECT source_seq FROM relations WHERE type_seq = ${TYPE} AND target_seq IN (${others}))`,
    ...values,
    ...values,
  );
}

const byRelation = (key: string, stored: unknown): Condition[] =>
  oneOfList(
    valuesIn(stored),
    (names) => relatedToOne(key, names),
    () => unrelated(key),
  );

/** Returns the card types that a stored filter names; none for all. */
export const typesOf = (filters: StoredFilter | null): string[] => texts(filters?.["types"]);

/**
 * Returns the conditions of a stored filter, with further ones. Parts in another form than the front end writes are left
 * out.
 * @throws Problem 403 for costs that the actor may not see everywhere
 */
export function conditionsOf(
  actor: Actor,
  filters: StoredFilter | null,
  further: readonly Condition[],
): CardConditions {
  const stored = filters ?? {};
  const types = typesOf(filters);
  const search = typeof stored["search"] === "string" ? stored["search"].trim() : "";
  const quality = stored["dataQualityMin"];
  const countable = [
    where("c.status = ?", stored["showArchived"] === true ? "ARCHIVED" : "ACTIVE"),
    ...(types.length > 0 ? [oneOf("c.type", types)] : []),
    ...oneOfList(
      stored["approvalStatuses"],
      (named) => oneOf("c.approval_status", named),
      () => NOTHING,
    ),
    ...visible(),
  ];
  const few = [
    ...(isIndexed(search) ? [matching(search)] : []),
    ...(stored["mineScope"] === "stakeholder" ? [withStakeholder(actor.userId)] : []),
    ...byTags(texts(stored["tagIds"])),
    ...entriesOf(stored["relations"]).flatMap(([key, value]) => byRelation(key, value)),
  ];
  const others = [
    ...(search !== "" && !isIndexed(search) ? [matching(search)] : []),
    ...oneOfList(
      stored["subtypes"],
      (named) => oneOf("c.subtype", named),
      () => withoutText("c.subtype"),
    ),
    ...oneOfList(stored["lifecyclePhases"], inPhases, () => noPhase(today())),
    ...(typeof quality === "number" ? [where("c.data_quality >= ?", quality)] : []),
    ...entriesOf(stored["attributes"]).flatMap(([key, value]) => byAttribute(actor, types, key, value)),
    ...(typeof stored["where"] === "string"
      ? whereConditions(actor, types.length === 1 ? types[0] : undefined, stored["where"], today())
      : []),
    ...further,
  ];
  return together(countable, few, others);
}

/** Checks whether a stored filter searches by the index. */
export const searches = (filters: StoredFilter | null): boolean =>
  typeof filters?.["search"] === "string" && isIndexed(filters["search"].trim());
