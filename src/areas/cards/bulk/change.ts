/** Changing many cards in one request, each by the rules of a single change. */
import { largeTransaction, rehearse, savepoint } from "../../../../db";
import { type Actor, deniedCards } from "../../../core/access/actor";
import { conflict, forbidden, Problem } from "../../../http/errors";
import { crosses, type Diff, parentsIn, publishUpdated, writeChanges } from "../change";
import { hiddenCostKeys, withoutCosts } from "../costs";
import { settle } from "../effects";
import { flipToArchived } from "../lifecycle/archive";
import { childCounts } from "../lifecycle/cascade";
import { flipToActive } from "../lifecycle/restore";
import { tipsScore } from "../quality";
import { type CardRow, cardRows } from "../rows";
import { messageOf } from "./create";
import type { BulkChange, BulkChangeReport } from "./model";

/** What became of a card: what changed, or why nothing did. A card that is as it should be has neither. */
type Outcome = { card: CardRow; diff?: Diff | undefined; error?: string };

type Updates = BulkChange["updates"];

const ARCHIVE = "card.archive";

/** What changed, the way to or from ARCHIVED included. */
function diffOf({ card, diff, error }: Outcome, updates: Updates): Diff | undefined {
  if (error !== undefined || !crosses(card, updates.status)) return diff;
  return { ...diff, status: { old: card.status, new: updates.status } };
}

/** The refusal of one card, which it names. */
function naming(card: CardRow, error: unknown): unknown {
  if (!(error instanceof Problem)) return error;
  const { status, detail } = error;
  if (typeof detail === "object" && !Array.isArray(detail)) return new Problem(status, { ...detail, card_id: card.id });
  return new Problem(status, `${card.name} (${card.id}): ${messageOf(error)}`);
}

/** Why a card can't go to or come from ARCHIVED: a function from the card, looked up once for all of them. */
function crossingObjections(
  actor: Actor,
  cards: readonly CardRow[],
  updates: Updates,
): (card: CardRow) => Problem | undefined {
  const ids = cards.filter((card) => crosses(card, updates.status)).map((card) => card.id);
  const denied = new Set(deniedCards(actor, ARCHIVE, ids, ids.length));
  const children = updates.status === "ARCHIVED" ? childCounts(ids) : new Map<string, number>();
  return ({ id }) => {
    if (denied.has(id)) return forbidden("Not enough permissions");
    const child_count = children.get(id);
    return child_count === undefined ? undefined : conflict({ error: "children_present", child_count });
  };
}

/** Brings up to date what follows from changes, and tells of them. */
function conclude(actor: Actor, outcomes: readonly Outcome[]): void {
  const changed = outcomes.flatMap(({ card, diff }) => (diff === undefined ? [] : [{ card, diff }]));
  settle(
    changed.map(({ card }) => card),
    changed.flatMap(({ diff }) => parentsIn(diff)),
    changed.filter(({ diff }) => tipsScore(diff)).map(({ card }) => card),
  );
  publishUpdated(actor, changed);
}

/** Archives cards, or brings them back. What else than ACTIVE they are to be is a change like any other, and told as one. */
function cross(actor: Actor, ids: readonly string[], status: Updates["status"]): void {
  if (ids.length === 0) return;
  if (status === "ARCHIVED") {
    flipToArchived(actor, named(ids));
    return;
  }
  flipToActive(actor, named(ids));
  const asked = { status, strict_attributes: false };
  conclude(
    actor,
    named(ids).map((card) => ({ card, diff: writeChanges(actor, card, asked) })),
  );
}

/**
 * Changes each of the cards. One that refuses stops all, by name, or is left as it is.
 * @throws Problem naming the card that stops all
 */
function changeEach(actor: Actor, cards: readonly CardRow[], updates: Updates, stop: boolean): Outcome[] {
  const objectionTo = crossingObjections(actor, cards, updates);
  const write = (card: CardRow) => {
    const objection = objectionTo(card);
    if (objection) throw objection;
    return writeChanges(actor, card, updates);
  };
  const outcomes = cards.map((card): Outcome => {
    try {
      return { card, diff: stop ? write(card) : savepoint(() => write(card)) };
    } catch (error) {
      if (stop) throw naming(card, error);
      return { card, error: messageOf(error) };
    }
  });
  conclude(actor, outcomes);
  const crossing = outcomes.filter(({ card, error }) => error === undefined && crosses(card, updates.status));
  cross(
    actor,
    crossing.map(({ card }) => card.id),
    updates.status,
  );
  return outcomes.map((outcome) => ({ ...outcome, diff: diffOf(outcome, updates) }));
}

/** The cards in the order in which the request names them; unknown ids are left out. */
function named(ids: readonly string[]): CardRow[] {
  const rows = new Map(cardRows(ids).map((row) => [row.id, row]));
  return [...new Set(ids)].map((id) => rows.get(id)).filter((row) => row !== undefined);
}

const change = (actor: Actor, { ids, updates, on_error }: BulkChange): Outcome[] =>
  changeEach(actor, named(ids), updates, on_error === "stop");

/**
 * Changes all of the cards in the same way, in one transaction and one batch: all of them or none.
 * @returns the ids of the cards found
 * @throws Problem as a single change, naming the card
 */
export const changeCards = (actor: Actor, request: BulkChange): string[] =>
  largeTransaction(() => change(actor, request)).map(({ card }) => card.id);

/**
 * Changes those of the cards that allow it, or with `dry_run` none, and tells what became of each, without the costs that
 * the actor may not see.
 * @throws Problem as a single change, naming the card, when one that fails is to stop all
 */
export function reportChanges(actor: Actor, request: BulkChange): BulkChangeReport {
  const { ids, dry_run, on_error } = request;
  const outcomes = (dry_run ? rehearse : largeTransaction)(() => change(actor, request));
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
