/** The report of an upsert: what each row has changed, and what has changed in consequence. */
import { type JsonObject, parseObject } from "../../../platform/json";
import type { CardRow } from "../repository";
import type { RowResult, UpsertRow } from "./model";

type Sides = RowResult["changes"];

const COLUMNS = ["name", "subtype", "description", "parent_id", "external_id", "alias", "status"] as const;

/** Maps key → before and after, of the keys in which two objects differ; any text may be a key. */
function differences(before: JsonObject, after: JsonObject, prefix: string): Sides {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const valueIn = (object: JsonObject, key: string) => (Object.hasOwn(object, key) ? (object[key] ?? null) : null);
  return Object.fromEntries(
    keys
      .map((key) => [key, { old: valueIn(before, key), new: valueIn(after, key) }] as const)
      .filter(([, sides]) => !Bun.deepEquals(sides.old, sides.new))
      .map(([key, sides]) => [prefix + key, sides]),
  );
}

const attributesOf = (card: CardRow | undefined, hidden: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(parseObject(card?.attributes ?? null)).filter(([key]) => !hidden.includes(key)));

const ATTRIBUTE = "attributes.";

/** Returns the attributes in which a card differs, parted by whether its row names them. */
function attributeChanges(
  row: UpsertRow,
  before: JsonObject,
  after: JsonObject,
): { changes: Sides; calculated: Sides } {
  const changes: Sides = {};
  const calculated: Sides = {};
  for (const [key, sides] of Object.entries(differences(before, after, "")))
    if (row.attributes?.[key] !== undefined) changes[ATTRIBUTE + key] = sides;
    else calculated[key] = sides;
  return { changes, calculated };
}

/**
 * Returns the differences of a card before and after its row.
 * @param before undefined for a card that was created
 * @param hidden keys of the costs that the actor may not see
 */
export function cardReport(
  row: UpsertRow,
  before: CardRow | undefined,
  after: CardRow,
  hidden: readonly string[],
): Pick<RowResult, "changes" | "follows"> {
  const columns = COLUMNS.filter((column) => (before?.[column] ?? null) !== after[column]);
  const attributes = attributeChanges(row, attributesOf(before, hidden), attributesOf(after, hidden));
  const isChanged = before !== undefined;
  return {
    changes: {
      ...Object.fromEntries(columns.map((column) => [column, { old: before?.[column] ?? null, new: after[column] }])),
      ...differences(parseObject(before?.lifecycle ?? null), parseObject(after.lifecycle), "lifecycle."),
      ...attributes.changes,
    },
    follows: {
      ...(isChanged &&
        before.approval_status !== after.approval_status && {
          approval_status: { old: before.approval_status, new: after.approval_status },
        }),
      ...((before?.data_quality ?? 0) !== after.data_quality && {
        data_quality: { old: before?.data_quality ?? 0, new: after.data_quality },
      }),
      ...(Object.keys(attributes.calculated).length > 0 && { calculated: attributes.calculated }),
    },
  };
}
