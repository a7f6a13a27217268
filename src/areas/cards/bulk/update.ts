/** Updating many cards in one request, each by the rules of a single update. */
import { largeTransaction, rehearse, savepoint } from "../../../../db";
import type { Actor } from "../../../core/access/actor";
import type { Changes } from "../../../core/journal/differences";
import { progress } from "../../../core/threads/progress";
import { messageOf, Problem } from "../../../http/errors";
import { jsonBytes } from "../../../http/responses";
import type { CardUpdate } from "../events";
import { idsOf } from "../lifecycle/cascade";
import type { CardChanges } from "../model";
import { redactedKeys, redactPayload } from "../redaction";
import { type CardRow, findCards } from "../repository";
import { serializeCards } from "../serialize";
import { archiveOrRestore, archivesOrRestores, archivingRefusals, concludeUpdates, writeChanges } from "../update";
import type { BulkChange, BulkChangeReport } from "./model";

/** The result for one card: what changed, or why it failed; neither for a card that is already as requested. */
type Outcome = { card: CardRow; changes?: Changes | undefined; error?: string };

/** A refusal that names its card. */
function naming(card: CardRow, error: unknown): unknown {
  if (!(error instanceof Problem)) return error;
  const { status, detail } = error;
  if (typeof detail === "object" && !Array.isArray(detail)) return new Problem(status, { ...detail, card_id: card.id });
  return new Problem(status, `${card.name} (${card.id}): ${messageOf(error)}`);
}

/** Updates one card; a failure is thrown naming the card, or undone and returned. */
function updateOne(card: CardRow, write: () => Changes | undefined, stop: boolean): Outcome {
  try {
    return { card, changes: stop ? write() : savepoint(write) };
  } catch (error) {
    if (stop) throw naming(card, error);
    return { card, error: messageOf(error) };
  }
}

const updatesOf = (outcomes: readonly Outcome[]): CardUpdate[] =>
  outcomes.flatMap(({ card, changes }) => (changes ? [{ card, changes }] : []));

type ChangesOf = (card: CardRow) => Omit<CardChanges, "status">;

function writeEach(actor: Actor, cards: readonly CardRow[], changesOf: ChangesOf, stop: boolean): Outcome[] {
  return largeTransaction(() => {
    const outcomes = cards.map((card, done) => {
      progress(done, cards.length);
      return updateOne(card, () => writeChanges(actor, card, changesOf(card)), stop);
    });
    concludeUpdates(actor, updatesOf(outcomes));
    return outcomes;
  });
}

/**
 * Updates cards, each in its own way, by the rules of a single update and in one transaction; none is archived or restored.
 * @throws Problem naming the card that stops everything
 */
export function updateEach(actor: Actor, cards: readonly CardRow[], changesOf: ChangesOf): void {
  writeEach(actor, cards, changesOf, true);
}

/**
 * Works as `updateEach`, but a card that fails is left unchanged and stops nothing.
 * @returns card id → why it was not updated
 */
export function updateEachPossible(actor: Actor, cards: readonly CardRow[], changesOf: ChangesOf): Map<string, string> {
  const outcomes = writeEach(actor, cards, changesOf, false);
  return new Map(outcomes.flatMap(({ card, error }) => (error === undefined ? [] : [[card.id, error] as const])));
}

/**
 * Updates the cards, in the order of the request. A failure stops everything, or leaves its card unchanged.
 * @throws Problem naming the card that stops everything
 */
function updateAll(actor: Actor, { ids, updates, on_error }: BulkChange): Outcome[] {
  const cards = findCards(ids);
  const { status } = updates;
  const refusalOf = archivingRefusals(actor, cards, status);
  const outcomes = cards.map((card, done) => {
    progress(done, cards.length);
    const write = () => {
      const refusal = refusalOf(card);
      if (refusal) throw refusal;
      return writeChanges(actor, card, updates);
    };
    return updateOne(card, write, on_error === "stop");
  });
  concludeUpdates(actor, updatesOf(outcomes));
  const crossing = outcomes.filter(({ card, error }) => error === undefined && archivesOrRestores(card, status));
  archiveOrRestore(actor, idsOf(crossing.map(({ card }) => card)), status);
  for (const outcome of crossing)
    outcome.changes = { ...outcome.changes, status: { old: outcome.card.status, new: status } };
  return outcomes;
}

/**
 * Updates those of the cards that allow it, or none with `dry_run`, and reports each with costs redacted.
 * @throws Problem as `updateCard`, naming the card, when a failure is to stop everything
 */
function reportUpdates(actor: Actor, request: BulkChange): BulkChangeReport {
  const { ids, dry_run, on_error } = request;
  const outcomes = (dry_run ? rehearse : largeTransaction)(() => updateAll(actor, request));
  const found = new Set(outcomes.map(({ card }) => card.id));
  const missing = on_error === "stop" ? [] : [...new Set(ids)].filter((id) => !found.has(id));
  const reported = [
    ...outcomes
      .filter(({ changes, error }) => changes !== undefined || error !== undefined)
      .map(({ card, changes = {}, error = null }) => {
        const redacted = redactPayload({ changes }, redactedKeys(actor, card)) as { changes: Changes };
        return { id: card.id, changes: redacted.changes, error };
      }),
    ...missing.map((id) => ({ id, changes: {} as Changes, error: "Card not found" })),
  ];
  const success = dry_run ? "would_update" : "updated";
  const results = reported.map(({ id, changes, error }, row_index) => {
    const side = (which: "old" | "new") =>
      Object.fromEntries(Object.entries(changes).map(([field, values]) => [field, values[which]]));
    const status: typeof success | "failed" = error === null ? success : "failed";
    return { row_index, card_id: id, id, status, before: side("old"), after: side("new"), error };
  });
  const count = (status: string) => results.filter((result) => result.status === status).length;
  return { dry_run, results, updated: count("updated"), would_update: count("would_update"), failed: count("failed") };
}

/**
 * Updates many cards in the same way, in one transaction and one batch.
 * @returns the cards found; a report with `dry_run` or when failures are skipped
 * @throws Problem as `updateCard`, naming the card
 */
export function updateCards(actor: Actor, request: BulkChange): Response | BulkChangeReport {
  if (request.dry_run || request.on_error === "skip") return reportUpdates(actor, request);
  const cards = largeTransaction(() => updateAll(actor, request)).map(({ card }) => card);
  return jsonBytes(
    serializeCards(
      actor,
      cards.map(({ seq }) => seq),
      "[",
      "]",
    ),
  );
}
