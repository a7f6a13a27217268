/** The tags of cards, and the people with a part in them, in each of two states: the schema `main` is the later one, `former` the earlier one. */
import { listOf, statement } from "../../../db";
import { type Actor, may } from "../../core/access/actor";
import type { FieldChange } from "./contents";

type Schema = "main" | "former";
type Row = [seq: number, field: string, label: string];

const tagsOf = (schema: Schema) =>
  `SELECT c.seq, 'tags', g.name || ' / ' || t.name FROM json_each(?) n CROSS JOIN ${schema}.cards c ON c.seq = n.value
   JOIN ${schema}.card_tags l ON l.card_id = c.id JOIN ${schema}.tags t ON t.id = l.tag_id
   JOIN ${schema}.tag_groups g ON g.id = t.tag_group_id ORDER BY 3`;

/** The names of people are those of today; whoever has no account any more has no name, and isn't listed. */
const peopleOf = (schema: Schema) =>
  `SELECT c.seq, 'stakeholders.' || s.role, coalesce(nullif(u.display_name, ''), u.email)
   FROM json_each(?) n CROSS JOIN ${schema}.cards c ON c.seq = n.value
   JOIN ${schema}.stakeholders s ON s.card_id = c.id JOIN users u ON u.id = s.user_id ORDER BY 3`;

const MAIN_TAGS = tagsOf("main");
const FORMER_TAGS = tagsOf("former");
const MAIN_PEOPLE = peopleOf("main");
const FORMER_PEOPLE = peopleOf("former");

/** Returns SQL for the ids of cards with a tag or a part in `here` that isn't there. */
const lacking = (here: Schema, there: Schema) =>
  `SELECT l.card_id FROM ${here}.card_tags l WHERE NOT EXISTS
     (SELECT 1 FROM ${there}.card_tags o WHERE o.card_id = l.card_id AND o.tag_id = l.tag_id)
   UNION ALL SELECT s.card_id FROM ${here}.stakeholders s CROSS JOIN users u ON u.id = s.user_id WHERE ?1 AND NOT EXISTS
     (SELECT 1 FROM ${there}.stakeholders o WHERE o.card_id = s.card_id AND o.user_id = s.user_id AND o.role = s.role)`;

const DIFFERING = `SELECT DISTINCT card_id FROM (${lacking("main", "former")} UNION ALL ${lacking("former", "main")})`;

const seesPeople = (actor: Actor) => may(actor, "stakeholders.view");

/** Returns the ids of the cards whose tags differ, or the people with a part in them, for who may see these. */
export const differentlyLabelled = (actor: Actor): string[] =>
  (statement<unknown, [number]>(DIFFERING).values(seesPeople(actor) ? 1 : 0) as [string][]).map(([id]) => id);

type Labels = Map<number, Map<string, string[]>>;

/** Collects rows by the number of the card and the field. */
function labelsIn(rows: readonly Row[]): Labels {
  const labels: Labels = new Map();
  for (const [seq, field, label] of rows) {
    const fields = labels.get(seq) ?? new Map<string, string[]>();
    labels.set(seq, fields.set(field, [...(fields.get(field) ?? []), label]));
  }
  return labels;
}

/**
 * Returns a function to the tags and the people of one of the cards that differ, each role by itself.
 * @param numbers those of the cards in the later state, and in the earlier one
 */
export function labelChanges(
  actor: Actor,
  numbers: { present: readonly number[]; former: readonly number[] },
): (card: { seq: number | null; former: number | null }) => FieldChange[] {
  const people = seesPeople(actor);
  const [here, there] = [listOf(numbers.present), listOf(numbers.former)];
  const present = labelsIn([
    ...(statement<unknown, [string]>(MAIN_TAGS).values(here) as Row[]),
    ...(people ? (statement<unknown, [string]>(MAIN_PEOPLE).values(here) as Row[]) : []),
  ]);
  const former = labelsIn([
    ...(statement<unknown, [string]>(FORMER_TAGS).values(there) as Row[]),
    ...(people ? (statement<unknown, [string]>(FORMER_PEOPLE).values(there) as Row[]) : []),
  ]);
  return (card) => {
    const [after, before] = [present.get(card.seq ?? 0), former.get(card.former ?? 0)];
    const fields = [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])].sort();
    return fields
      .map((field) => ({ field, old: before?.get(field) ?? null, new: after?.get(field) ?? null }))
      .filter(({ old, new: now }) => JSON.stringify(old) !== JSON.stringify(now));
  };
}
