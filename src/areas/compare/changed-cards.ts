/** The cards that differ between two states: the schema `main` is the later one, `former` the earlier one. */
import { firstValue, listOf, statement } from "../../../db";
import { clause, valuesOf } from "../../../db/query";
import type { Actor } from "../../core/access/actor";
import { type CardFilters, conditionsOf, statuses } from "../cards";
import { OWN, objectChanges } from "./contents";
import { type CostKeys, hiddenKeys } from "./cost-keys";
import { differentlyLabelled } from "./labels";

/** The ways in which a card differs. */
export const changes = ["added", "changed", "archived", "restored", "deleted"] as const;
export type Change = (typeof changes)[number];

/** A card that differs, with its numbers in both states. */
export type ChangedCard = {
  change: Change;
  seq: number | null;
  former: number | null;
  id: string;
  type: string;
};

type Row = [change: Change | "suspected", seq: number | null, former: number | null, id: string, type: string];

const rowOf = (alias: string, names: readonly string[]) => `(${names.map((name) => `${alias}.${name}`).join(", ")})`;
const differ = (names: readonly string[]) => `${rowOf("c", names)} IS NOT ${rowOf("f", names)}`;

/** The cards that differ. JSON whose text differs may hold the same, or differ only in costs. */
const CHANGED = `WITH
    here AS MATERIALIZED (SELECT value AS seq FROM json_each(?)),
    there AS MATERIALIZED (SELECT value AS seq FROM json_each(?)),
    related AS MATERIALIZED (SELECT value AS seq FROM json_each(?)),
    formerly_related AS MATERIALIZED (SELECT value AS seq FROM json_each(?)),
    labelled AS MATERIALIZED (SELECT value AS id FROM json_each(?))
  SELECT change, seq, former, id, type FROM (
    SELECT c.seq, f.seq AS former, c.id, c.type, c.name, CASE
        WHEN f.seq IS NULL THEN iif(c.status = 'ARCHIVED', NULL, 'added')
        WHEN c.status = 'ARCHIVED' THEN iif(f.status = 'ARCHIVED', NULL, 'archived')
        WHEN f.status = 'ARCHIVED' THEN 'restored'
        WHEN ${differ(OWN)} OR c.seq IN related OR f.seq IN formerly_related OR c.id IN labelled THEN 'changed'
        WHEN ${differ(["lifecycle", "attributes"])} THEN 'suspected' END AS change
      FROM cards c LEFT JOIN former.cards f ON f.id = c.id WHERE c.seq IN here OR f.seq IN there
    UNION ALL
    SELECT NULL, f.seq, f.id, f.type, f.name, 'deleted' FROM former.cards f
      WHERE f.seq IN there AND f.status <> 'ARCHIVED' AND NOT EXISTS (SELECT 1 FROM cards c WHERE c.id = f.id))
  WHERE change IS NOT NULL ORDER BY type, name, id`;

/** Returns the filters of a comparison: of cards of any status. */
const ofAnyStatus = (filters: CardFilters): CardFilters => ({ ...filters, status: statuses.join(",") });

/** Returns the numbers of the cards that filters match in the state that is open, as a list. @throws Problem 422, 403 */
export function matchingNumbers(actor: Actor, filters: CardFilters): string {
  const { countable, others } = conditionsOf(actor, ofAnyStatus(filters));
  const matching = [...countable, ...others];
  // There may be as many as cards: each number as a value of its own would need a hundred times the memory of the list.
  return firstValue<string>(
    `SELECT json_group_array(c.seq) FROM cards c ${clause(matching)}`,
    ...valuesOf(matching),
  ) as string;
}

/** Returns those of some cards whose life cycles or attributes differ in what the actor may see. */
function trulyChanged(actor: Actor, keys: CostKeys, suspects: readonly Row[]): Set<number> {
  const hidden = hiddenKeys(
    actor,
    keys.cards,
    suspects.map(([, , , id]) => id),
  );
  const rows = statement<unknown, [string]>(
    `SELECT c.seq, c.id, c.type, c.lifecycle, c.attributes, f.lifecycle, f.attributes
     FROM json_each(?) n CROSS JOIN cards c ON c.seq = n.value CROSS JOIN former.cards f ON f.id = c.id`,
  ).values(listOf(suspects.map(([, seq]) => seq))) as unknown as [
    number,
    string,
    string,
    ...objects: (string | null)[],
  ][];
  const changed = rows.filter(
    ([, id, type, lifecycle = null, attributes = null, formerLifecycle = null, formerAttributes = null]) =>
      objectChanges("lifecycle", formerLifecycle, lifecycle).length > 0 ||
      objectChanges("attributes", formerAttributes, attributes, hidden(id, type)).length > 0,
  );
  return new Set(changed.map(([seq]) => seq));
}

/** The choice of the cards of a comparison. */
export type CardChoice = {
  /** The numbers of the cards that the filters match in each state, as lists. */
  matching: { present: string; former: string };
  /** The numbers of the cards whose relations differ, in each state. */
  related: { present: ReadonlySet<number>; former: ReadonlySet<number> };
};

/** Returns the cards that differ in what the actor may see, by type and name: those that the filters match in either state. */
export function changedCards(actor: Actor, keys: CostKeys, { matching, related }: CardChoice): ChangedCard[] {
  const rows = statement<unknown>(CHANGED).values(
    matching.present,
    matching.former,
    listOf([...related.present]),
    listOf([...related.former]),
    listOf(differentlyLabelled(actor)),
  ) as unknown as Row[];
  const suspects = rows.filter(([change]) => change === "suspected");
  const changed = suspects.length === 0 ? new Set() : trulyChanged(actor, keys, suspects);
  return rows.flatMap(([found, seq, former, id, type]): ChangedCard[] => {
    const change = found === "suspected" ? (changed.has(seq) ? "changed" : undefined) : found;
    return change === undefined ? [] : [{ change, seq, former, id, type }];
  });
}
