/** The contents of cards in each of two states: the schema `main` is the later one, `former` the earlier one. */
import { listOf, statement } from "../../../db";
import { differingKeys } from "../../core/journal/differences";
import { parseObject } from "../../platform/json";

/** The columns of a card that are compared as they are. */
export const OWN = [
  ...["type", "name", "subtype", "description", "parent_id"],
  ...["status", "approval_status", "external_id", "alias"],
] as const;
/** The columns of a card that is only in one state, without those of its head. */
const CONTENT = ["subtype", "description", "parent_id", "external_id", "alias"] as const;

/** Fields of a card as they are stored: JSON as text. */
export type CardContent = Readonly<Record<string, unknown>> & {
  seq: number;
  id: string;
  type: string;
  name: string;
  parent_name: string | null;
  lifecycle: string | null;
  attributes: string | null;
};

/** A field with its value in both states. */
export type FieldChange = { field: string; old: unknown; new: unknown };

const contentSql = (schema: "main" | "former") =>
  `SELECT c.seq, c.id, ${OWN.map((name) => `c.${name}`).join(", ")}, c.lifecycle, c.attributes,
     (SELECT name FROM ${schema}.cards p WHERE p.id = c.parent_id) AS parent_name
   FROM json_each(?) n CROSS JOIN ${schema}.cards c ON c.seq = n.value`;

const bySeq = (rows: readonly CardContent[]) => new Map(rows.map((row) => [row.seq, row]));

/** Returns the contents of cards by their numbers in the later state. */
export const presentContents = (numbers: readonly number[]): Map<number, CardContent> =>
  bySeq(statement<CardContent, [string]>(contentSql("main")).all(listOf(numbers)));

/** Returns the contents of cards by their numbers in the earlier state. */
export const formerContents = (numbers: readonly number[]): Map<number, CardContent> =>
  bySeq(statement<CardContent, [string]>(contentSql("former")).all(listOf(numbers)));

/** Returns the differences of two objects that are JSON texts. @param hidden the keys that are left out */
export function objectChanges(
  name: string,
  old: string | null,
  now: string | null,
  hidden: readonly string[] = [],
): FieldChange[] {
  if (old === now) return [];
  const [before, after] = [parseObject(old), parseObject(now)];
  return differingKeys(before, after)
    .filter((key) => !hidden.includes(key))
    .map((key) => ({ field: `${name}.${key}`, old: before[key] ?? null, new: after[key] ?? null }));
}

/**
 * Returns the fields in which a card differs, each attribute and phase by itself; of a card that is only in one state, those
 * that it has.
 * @param hidden the keys of costs that are left out
 */
export function fieldChanges(
  before: CardContent | undefined,
  after: CardContent | undefined,
  hidden: readonly string[],
): FieldChange[] {
  const own = (before && after ? OWN : CONTENT)
    .map((field) => ({ field: field as string, old: before?.[field] ?? null, new: after?.[field] ?? null }))
    .filter(({ old, new: now }) => old !== now);
  return [
    ...own,
    ...objectChanges("lifecycle", before?.lifecycle ?? null, after?.lifecycle ?? null),
    ...objectChanges("attributes", before?.attributes ?? null, after?.attributes ?? null, hidden),
  ];
}
