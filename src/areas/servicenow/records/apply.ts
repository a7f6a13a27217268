/** Applies what a pull has staged to cards: ordinary changes, by the rules of all others. */
import { type Actor, deniedCards, may } from "../../../core/access/actor";
import { messageOf, Problem } from "../../../http/errors";
import { violations } from "../../../http/validation";
import {
  CardChanges,
  type CardRow,
  createCards,
  findCards,
  NewCardRow,
  updateCards,
  updateEachPossible,
} from "../../cards";
import type { Row } from "../instance/table-api";
import type { MappingWithFields } from "../mappings";
import { changesOf, contentOf, type Diff } from "./diff";
import { identitiesOfCards, identitiesOfRows, link, unlink } from "./identities";
import { pulled } from "./transform";

/** The staged change of a row. */
export type StagedChange = {
  sysId: string;
  row: Row;
  cardId: string | null;
  action: "create" | "update" | "delete" | "skip";
  diff: Diff | null;
  /** The instant when it was staged. */
  stagedAt: string;
};

/** The card of a row that was applied, or why it was not. */
export type Outcome = { cardId: string | null } | { error: string };

/** Row id → what became of it. */
type Outcomes = Map<string, Outcome>;

const NOT_PERMITTED = "Not enough permissions";

const reasonsOf = (issues: Parameters<typeof violations>[1], value: unknown) =>
  messageOf(new Problem(422, violations("body", issues, value)));

/** Returns the name of a card for a row, when no column is its name. */
const nameFor = (sysId: string) => `SNOW-${sysId.slice(0, 8)}`;

/** Creates the card to create for a row; why there can't be one. */
function newCardOf(mapping: MappingWithFields, { sysId, row }: StagedChange, row_index: number): NewCardRow | string {
  const { name, ...content } = contentOf(mapping.card_type_key, pulled(mapping.fields, row));
  const isNamed = mapping.fields.some(
    ({ turbo_field, direction }) => turbo_field === "name" && direction === "snow_leads",
  );
  const card = { ...content, row_index, type: mapping.card_type_key, name: isNamed ? (name ?? "") : nameFor(sysId) };
  if (card.name.trim() === "") return "name: must not be empty";
  const { success, data, error } = NewCardRow.safeParse(card);
  return success ? data : reasonsOf(error.issues, card);
}

/** Returns the cards that exist, by their ids. */
export const cardsById = (ids: readonly string[]): Map<string, CardRow> =>
  new Map(findCards(ids).map((card) => [card.id, card]));

/** Creates the cards of rows that have none, not even by another run. */
function applyCreates(
  actor: Actor,
  mapping: MappingWithFields,
  records: readonly StagedChange[],
  outcomes: Outcomes,
): void {
  const known = identitiesOfRows(
    mapping,
    records.map(({ sysId }) => sysId),
  );
  const existing = cardsById([...known.values()].map(({ card_id }) => card_id));
  const rows: NewCardRow[] = [];
  for (const [at, record] of records.entries()) {
    const identity = known.get(record.sysId);
    const card = newCardOf(mapping, record, at);
    if (identity && existing.has(identity.card_id)) outcomes.set(record.sysId, { cardId: identity.card_id });
    else if (!may(actor, "inventory.create")) outcomes.set(record.sysId, { error: NOT_PERMITTED });
    else if (typeof card === "string") outcomes.set(record.sysId, { error: card });
    else rows.push(card);
  }
  if (rows.length === 0) return;
  const { results } = createCards(actor, { cards: rows, dry_run: false, on_error: "skip" });
  const created: { sysId: string; cardId: string }[] = [];
  for (const { row_index, id, error } of results) {
    const { sysId } = records[row_index] as StagedChange;
    if (id !== null) created.push({ sysId, cardId: id });
    outcomes.set(sysId, id === null ? { error: error as string } : { cardId: id });
  }
  link(mapping, created, true);
}

/** Leaves out the records whose card is gone, and those of which either is linked with another by now. */
function withOwnCards(mapping: MappingWithFields, records: readonly StagedChange[], outcomes: Outcomes) {
  const cardIds = records.flatMap(({ cardId }) => cardId ?? []);
  const owners = identitiesOfCards(mapping, cardIds);
  const linked = identitiesOfRows(
    mapping,
    records.map(({ sysId }) => sysId),
  );
  const cards = cardsById([...cardIds, ...[...linked.values()].map(({ card_id }) => card_id)]);
  const refusalOf = ({ sysId, cardId }: StagedChange): string | undefined => {
    if (!cards.has(cardId ?? "")) return "Card not found";
    const owner = owners.get(cardId ?? "");
    if (owner && owner.snow_sys_id !== sysId) return `The card is that of row ${owner.snow_sys_id}`;
    const other = linked.get(sysId)?.card_id ?? cardId;
    return other !== cardId && cards.has(other ?? "") ? `The row is that of card ${other}` : undefined;
  };
  return records.flatMap((record) => {
    const error = refusalOf(record);
    if (error === undefined) return [{ record, card: cards.get(record.cardId ?? "") as CardRow }];
    outcomes.set(record.sysId, { error });
    return [];
  });
}

/** Updates the cards of rows by what was found to differ, whatever has changed since. */
function applyUpdates(
  actor: Actor,
  mapping: MappingWithFields,
  records: readonly StagedChange[],
  outcomes: Outcomes,
): void {
  const owned = withOwnCards(mapping, records, outcomes);
  const cards = owned.map(({ card }) => card);
  const denied = new Set(
    deniedCards(
      actor,
      "card.edit",
      cards.map(({ id }) => id),
      cards.length,
    ),
  );
  const changes = new Map<string, CardChanges>();
  for (const { record, card } of owned) {
    const requested = changesOf(card, record.diff ?? {});
    const { success, data, error } = CardChanges.safeParse(requested);
    if (denied.has(card.id)) outcomes.set(record.sysId, { error: NOT_PERMITTED });
    else if (success) changes.set(card.id, data);
    else outcomes.set(record.sysId, { error: reasonsOf(error.issues, requested) });
  }
  const changed = cards.filter(({ id }) => changes.has(id));
  const failures = updateEachPossible(actor, changed, ({ id }: CardRow) => changes.get(id) as CardChanges);
  const linked: { sysId: string; cardId: string }[] = [];
  for (const { record, card } of owned) {
    if (!changes.has(card.id)) continue;
    const error = failures.get(card.id);
    if (error === undefined) linked.push({ sysId: record.sysId, cardId: card.id });
    outcomes.set(record.sysId, error === undefined ? { cardId: card.id } : { error });
  }
  link(mapping, linked, false);
}

/** Links rows with cards that are already as they should be. */
function applySkips(mapping: MappingWithFields, records: readonly StagedChange[], outcomes: Outcomes): void {
  const owned = withOwnCards(mapping, records, outcomes);
  link(
    mapping,
    owned.map(({ record, card }) => ({ sysId: record.sysId, cardId: card.id })),
    false,
  );
  for (const { record, card } of owned) outcomes.set(record.sysId, { cardId: card.id });
}

/** Archives the cards of rows that are gone; what is archived or deleted already stays so. */
function applyDeletes(
  actor: Actor,
  mapping: MappingWithFields,
  records: readonly StagedChange[],
  outcomes: Outcomes,
): void {
  const known = identitiesOfRows(
    mapping,
    records.map(({ sysId }) => sysId),
  );
  const isBack = ({ sysId, stagedAt }: StagedChange) => (known.get(sysId)?.last_seen_at ?? "") > stagedAt;
  for (const record of records)
    outcomes.set(record.sysId, isBack(record) ? { error: "The row is back in the table" } : { cardId: record.cardId });
  const ids = records.filter((record) => !isBack(record)).flatMap(({ cardId }) => cardId ?? []);
  const cards = findCards(ids).filter(({ status }) => status !== "ARCHIVED");
  if (cards.length === 0) return;
  const report = updateCards(actor, {
    ids: cards.map(({ id }) => id),
    updates: { status: "ARCHIVED", strict_attributes: false },
    dry_run: false,
    on_error: "skip",
  });
  const failures = new Map(
    "results" in report
      ? report.results.flatMap(({ id, error }) => (error === null ? [] : [[id, error] as const]))
      : [],
  );
  for (const { sysId, cardId } of records) {
    const error = failures.get(cardId ?? "");
    if (error !== undefined) outcomes.set(sysId, { error });
  }
  unlink(
    mapping,
    cards.map(({ id }) => id).filter((id) => !failures.has(id)),
  );
}

/**
 * Applies staged records, each by itself, with identities and events; part of the running transaction.
 * @returns row id → the card, or why it was not applied
 */
export function applyRecords(actor: Actor, mapping: MappingWithFields, records: readonly StagedChange[]): Outcomes {
  const outcomes: Outcomes = new Map();
  const of = (action: StagedChange["action"]) => records.filter((record) => record.action === action);
  applyCreates(actor, mapping, of("create"), outcomes);
  applyUpdates(actor, mapping, of("update"), outcomes);
  applySkips(mapping, of("skip"), outcomes);
  applyDeletes(actor, mapping, of("delete"), outcomes);
  return outcomes;
}
