/** Updating many cards in one request, each by the rules of a single update. */
import { largeTransaction, rehearse, savepoint } from "../../../../db";
import { type Actor, deniedCards } from "../../../core/access/actor";
import type { Changes } from "../../../core/journal/differences";
import { progress } from "../../../core/threads/progress";
import { forbidden, messageOf, notFound, Problem } from "../../../http/errors";
import { jsonLater } from "../../../http/responses";
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

/** Returns a refusal that names its card. */
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
function updateAll(actor: Actor, request: BulkChange): Outcome[] {
  const stop = request.on_error === "stop";
  const ids = requestedIds(request);
  const cards = findCards(ids);
  const changesOf = requestedChanges(request);
  if (stop && request.cards && cards.length < ids.length) throw missing(ids, cards);
  const refusalOf = refusalsOf(actor, request, cards, changesOf);
  const outcomes = cards.map((card, done) => {
    progress(done, cards.length);
    const write = () => {
      const refusal = refusalOf(card);
      if (refusal) throw refusal;
      return writeChanges(actor, card, changesOf(card));
    };
    return updateOne(card, write, stop);
  });
  concludeUpdates(actor, updatesOf(outcomes));
  crossStatuses(actor, outcomes, changesOf);
  return outcomes;
}

/** Returns the cards that a request names. */
const requestedIds = ({ ids, cards }: BulkChange): string[] => cards?.map(({ id }) => id) ?? ids ?? [];

type RequestedChanges = (card: CardRow) => CardChanges;

/** Returns the changes that a request has for a card: its own, or those for all. */
function requestedChanges({ updates, cards }: BulkChange): RequestedChanges {
  if (!cards) return () => updates as CardChanges;
  const byId = new Map(cards.map(({ id, ...changes }) => [id, changes]));
  return ({ id }) => byId.get(id) as CardChanges;
}

/** Returns the refusal of cards that there are not. */
function missing(ids: readonly string[], cards: readonly CardRow[]): Problem {
  const found = new Set(idsOf(cards));
  return notFound(`Card ${ids.find((id) => !found.has(id))}`);
}

/** Returns a function that says why a card can't be changed as requested; looks up what it needs once for all cards. */
function refusalsOf(
  actor: Actor,
  { cards: own }: BulkChange,
  cards: readonly CardRow[],
  changesOf: RequestedChanges,
): (card: CardRow) => Problem | undefined {
  const denied = new Set(own ? deniedCards(actor, "card.edit", idsOf(cards), cards.length) : []);
  const byStatus = new Map(
    [...Map.groupBy(cards, (card) => changesOf(card).status)].map(([status, of]) => [
      status,
      archivingRefusals(actor, of, status),
    ]),
  );
  return (card) =>
    denied.has(card.id) ? forbidden("Not enough permissions") : byStatus.get(changesOf(card).status)?.(card);
}

/** Archives and restores those of the updated cards that are to be, and notes it with their changes. */
function crossStatuses(actor: Actor, outcomes: readonly Outcome[], changesOf: RequestedChanges): void {
  const crossing = outcomes.filter(
    ({ card, error }) => error === undefined && archivesOrRestores(card, changesOf(card).status),
  );
  for (const [status, of] of Map.groupBy(crossing, ({ card }) => changesOf(card).status)) {
    archiveOrRestore(actor, idsOf(of.map(({ card }) => card)), status);
    for (const outcome of of)
      outcome.changes = { ...outcome.changes, status: { old: outcome.card.status, new: status } };
  }
}

/**
 * Updates those of the cards that allow it, or none with `dry_run`, and reports each with costs redacted.
 * @throws Problem as `updateCard`, naming the card, when a failure is to stop everything
 */
function reportUpdates(actor: Actor, request: BulkChange): BulkChangeReport {
  const { dry_run, on_error } = request;
  const ids = requestedIds(request);
  const outcomes = (dry_run ? rehearse : largeTransaction)(() => updateAll(actor, request));
  const found = new Set(outcomes.map(({ card }) => card.id));
  const absent = on_error === "stop" ? [] : [...new Set(ids)].filter((id) => !found.has(id));
  const reported = [
    ...outcomes
      .filter(({ changes, error }) => changes !== undefined || error !== undefined)
      .map(({ card, changes = {}, error = null }) => {
        const redacted = redactPayload({ changes }, redactedKeys(actor, card)) as { changes: Changes };
        return { id: card.id, changes: redacted.changes, error };
      }),
    ...absent.map((id) => ({ id, changes: {} as Changes, error: "Card not found" })),
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
 * Updates many cards, in the same way or each in its own, in one transaction and one batch.
 * @returns the cards found; a report with `dry_run` or when failures are skipped
 * @throws Problem as `updateCard`, naming the card
 */
export function updateCards(actor: Actor, request: BulkChange): Response | BulkChangeReport {
  if (request.dry_run || request.on_error === "skip") return reportUpdates(actor, request);
  const numbers = largeTransaction(() => updateAll(actor, request)).map(({ card }) => card.seq);
  return jsonLater(() => serializeCards(actor, numbers, "[", "]"));
}
