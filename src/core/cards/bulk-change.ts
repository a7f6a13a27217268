/** Changing many cards in one request, each by the rules of a single change. */
import { rehearse, savepoint, transaction } from "../../../db/client";
import { Problem } from "../../http/errors";
import type { Actor } from "../access/actor";
import { messageOf } from "./bulk-create";
import type { BulkChange, BulkChangeReport } from "./bulk-model";
import { changeStatus, type Diff, parentsIn, publishUpdated, writeChanges } from "./change";
import { hiddenCostKeys, withoutCosts } from "./costs";
import { settle } from "./effects";
import { tipsScore } from "./quality";
import { type CardRow, cardRows } from "./rows";

/** What became of a card: what changed, or why nothing did. A card that is as it should be has neither. */
type Outcome = { card: CardRow; diff?: Diff | undefined; error?: string };

/** Whether a change takes a card to or from ARCHIVED, which has rules and events of its own. */
const crosses = (card: CardRow, { status }: BulkChange["updates"]) =>
  status !== undefined && status !== card.status && (status === "ARCHIVED" || card.status === "ARCHIVED");

/** What changed, the way to or from ARCHIVED included. */
function diffOf(card: CardRow, diff: Diff | undefined, updates: BulkChange["updates"]): Diff | undefined {
  if (!crosses(card, updates)) return diff;
  return { ...diff, status: { old: card.status, new: updates.status } };
}

/** The refusal of one card, which it names. */
function naming(card: CardRow, error: unknown): unknown {
  if (!(error instanceof Problem)) return error;
  const { status, detail } = error;
  if (typeof detail === "object" && !Array.isArray(detail)) return new Problem(status, { ...detail, card_id: card.id });
  return new Problem(status, `${card.name} (${card.id}): ${messageOf(error)}`);
}

function orStop<T>(card: CardRow, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw naming(card, error);
  }
}

/** Brings up to date what follows from changes, and tells of them. */
function conclude(actor: Actor, changed: readonly { card: CardRow; diff: Diff }[]): void {
  settle(
    changed.map(({ card }) => card),
    changed.flatMap(({ diff }) => parentsIn(diff)),
    changed.filter(({ diff }) => tipsScore(diff)).map(({ card }) => card),
  );
  publishUpdated(actor, changed);
}

const withDiff = (outcomes: readonly Outcome[]) =>
  outcomes.flatMap(({ card, diff }) => (diff === undefined ? [] : [{ card, diff }]));

/** Changes all of the cards; one that refuses stops all, by name. */
function changeAll(actor: Actor, cards: readonly CardRow[], updates: BulkChange["updates"]): Outcome[] {
  const outcomes = cards.map((card) => ({ card, diff: orStop(card, () => writeChanges(actor, card, updates)) }));
  conclude(actor, withDiff(outcomes));
  for (const card of cards) orStop(card, () => changeStatus(actor, card, updates.status));
  return outcomes.map(({ card, diff }) => ({ card, diff: diffOf(card, diff, updates) }));
}

/** Changes each of the cards that allows it, and leaves the others as they are. */
function changeEach(actor: Actor, cards: readonly CardRow[], updates: BulkChange["updates"]): Outcome[] {
  const written: { card: CardRow; diff: Diff }[] = [];
  const outcomes = cards.map((card): Outcome => {
    try {
      const diff = savepoint(() => {
        const diff = writeChanges(actor, card, updates);
        // Whether it may be archived shows only when it is, and then all that was done to it must be undone.
        if (!crosses(card, updates)) return diff;
        if (diff) conclude(actor, [{ card, diff }]);
        changeStatus(actor, card, updates.status);
        return diff;
      });
      if (diff && !crosses(card, updates)) written.push({ card, diff });
      return { card, diff: diffOf(card, diff, updates) };
    } catch (error) {
      return { card, error: messageOf(error) };
    }
  });
  conclude(actor, written);
  return outcomes;
}

/** The cards in the order in which the request names them; unknown ids are left out. */
function named(ids: readonly string[]): CardRow[] {
  const rows = new Map(cardRows(ids).map((row) => [row.id, row]));
  return [...new Set(ids)].map((id) => rows.get(id)).filter((row) => row !== undefined);
}

function change(actor: Actor, { ids, updates, on_error }: BulkChange): Outcome[] {
  return (on_error === "stop" ? changeAll : changeEach)(actor, named(ids), updates);
}

/**
 * Changes all of the cards in the same way, in one transaction and one batch: all of them or none.
 * @returns the ids of the cards found
 * @throws Problem as a single change, naming the card
 */
export const changeCards = (actor: Actor, request: BulkChange): string[] =>
  transaction(() => change(actor, request)).map(({ card }) => card.id);

/**
 * Changes those of the cards that allow it, or with `dry_run` none, and tells what became of each, without the costs that
 * the actor may not see.
 * @throws Problem as a single change, naming the card, when one that fails is to stop all
 */
export function reportChanges(actor: Actor, request: BulkChange): BulkChangeReport {
  const { ids, dry_run, on_error } = request;
  const outcomes = (dry_run ? rehearse : transaction)(() => change(actor, request));
  const found = new Set(outcomes.map(({ card }) => card.id));
  const told = outcomes
    .filter(({ diff, error }) => diff !== undefined || error !== undefined)
    .map(({ card, diff = {}, error = null }) => {
      const { changes } = withoutCosts({ changes: diff }, hiddenCostKeys(actor, card)) as { changes: Diff };
      return { id: card.id, changes, error };
    });
  const missing = on_error === "stop" ? [] : [...new Set(ids)].filter((id) => !found.has(id));
  const all = [...told, ...missing.map((id) => ({ id, changes: {} as Diff, error: "Card not found" }))];
  const results = all.map(({ id, changes, error }, row_index) => {
    const side = (which: "old" | "new") =>
      Object.fromEntries(Object.entries(changes).map(([field, values]) => [field, values[which]]));
    const done = dry_run ? ("would_update" as const) : ("updated" as const);
    const status = error === null ? done : ("failed" as const);
    return { row_index, card_id: id, id, status, before: side("old"), after: side("new"), error };
  });
  const count = (status: string) => results.filter((result) => result.status === status).length;
  return { dry_run, results, updated: count("updated"), would_update: count("would_update"), failed: count("failed") };
}
