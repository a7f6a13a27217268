/** Pushes: writes what has changed of the ACTIVE cards of a type into a table, several at once. */
import { statement } from "../../../../db";
import type { SyncStats } from "../../../../db/schema/servicenow";
import type { Work } from "../../../core/runs/run";
import { shortStep } from "../../../core/runs/step";
import { parseObject } from "../../../platform/json";
import { type CardRow, redactedKeys } from "../../cards";
import { type Instance, instanceOf, patiently } from "../instance/client";
import { InstanceError } from "../instance/failure";
import { Pace } from "../instance/pace";
import { createRow, findRows, type Row, updateRow } from "../instance/table-api";
import { identitiesOfCards, identitiesOfRows, type Link, link } from "../records/identities";
import { pushed } from "../records/transform";
import { type KnownRow, knownRow, unsentOf } from "../records/unsent";
import { requireSync, type Sync, sumOf, updateSyncRun } from "./sync-runs";

/** Cards that are read together. */
const PORTION = 200;
/** Cards that are sent before their outcomes are stored. */
const PIECE = 20;
/** Cards in a row that an instance may fail for before the run fails. */
const MAX_FAILURES = 3;
/** Times that a row is created whose fate the instance leaves open. */
const MAX_ATTEMPTS = 3;
/** Columns by which a row is found again. */
const MAX_COLUMNS = 5;

/** The outcome of a card. */
type Outcome = {
  counter: "created" | "updated" | "skipped" | "errors";
  sysId?: string | undefined;
  pushed?: string;
  failure?: InstanceError;
};

/** A card with the part of its row that is to be sent, and its row as far as there is one. */
type Change = { card: CardRow; unsent: Row; known: KnownRow | undefined };

const nextCards = (type: string, after: number): CardRow[] =>
  statement<CardRow>("SELECT * FROM cards WHERE seq > ? AND status = 'ACTIVE' AND type = ? ORDER BY seq LIMIT ?").all(
    after,
    type,
    PORTION,
  );

/** Returns the fields that a push sends of a card, without costs that are hidden from whoever started it. */
function bodyOf({ mapping, actor }: Sync, card: CardRow): Row {
  const hidden = new Set(redactedKeys(actor, card).map((key) => `attributes.${key}`));
  const { name, description, lifecycle, attributes } = card;
  return pushed(
    mapping.fields.filter(({ turbo_field }) => !hidden.has(turbo_field)),
    { name, description: description ?? "", lifecycle: parseObject(lifecycle), attributes: parseObject(attributes) },
  );
}

/** Checks whether there is something to send of a card. */
const isChanged = ({ unsent, known }: Change) => known === undefined || Object.keys(unsent).length > 0;

/** Returns the next cards with what is to be sent of them; as many as are stored together. */
function nextChanges(sync: Sync): Change[] {
  const { mapping, connection } = sync;
  const validFrom = [mapping.updated_at, connection.updated_at].toSorted().at(-1) as string;
  const cards = nextCards(mapping.card_type_key, sync.state.position);
  const identities = identitiesOfCards(
    mapping,
    cards.map(({ id }) => id),
  );
  const changes: Change[] = [];
  let sent = 0;
  for (const card of cards) {
    const identity = identities.get(card.id);
    const known = identity && knownRow(identity, validFrom);
    const change = { card, known, unsent: unsentOf(bodyOf(sync, card), known) };
    if (isChanged(change) && ++sent > PIECE) break;
    changes.push(change);
  }
  return changes;
}

/**
 * Checks whether rows may have been created whose cards don't know it: an earlier attempt of the run was killed, or the
 * push before it has failed, for the whole or for some cards.
 */
function mayHaveLostRows({ run, state, mapping }: Sync): boolean {
  if (state.attempt > 1) return true;
  const last = statement<{ status: string; errors: number | null }>(
    `SELECT status, stats ->> 'errors' AS errors FROM servicenow_sync_runs
     WHERE mapping_id = ? AND direction = 'push' AND id <> ? ORDER BY started_at DESC, id DESC LIMIT 1`,
  ).get(mapping.id, run.id);
  return last !== null && (last.status === "failed" || (last.errors ?? 0) > 0);
}

/** The sending of rows to the table of a mapping. */
type Sending = {
  sync: Sync;
  instance: Instance;
  /** Rows of this run whose links may not be stored yet. */
  claimed: Set<string>;
  /** True when a row may be there already that is to be created. */
  isUnsure: boolean;
};

/**
 * Finds a row that holds what is sent and is no other card's yet; undefined when there is none, or nothing to find it by.
 */
async function findCreated({ sync, instance, claimed }: Sending, body: Row): Promise<string | undefined> {
  const { mapping } = sync;
  const texts = Object.entries(body).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string" && entry[1] !== "",
  );
  if (texts.length === 0) return undefined;
  const found = await findRows(instance, mapping.snow_table, Object.fromEntries(texts.slice(0, MAX_COLUMNS)));
  const others = identitiesOfRows(mapping, found);
  return found.find((sysId) => !others.has(sysId) && !claimed.has(sysId));
}

/** Creates a row once, also when the instance leaves open whether it has: then it is looked for before the next attempt. */
async function createOnce(sending: Sending, body: Row): Promise<string | undefined> {
  const { sync, instance, claimed } = sending;
  let { isUnsure } = sending;
  for (let attempt = 1; ; attempt++) {
    const found = isUnsure ? await findCreated(sending, body) : undefined;
    try {
      const sysId = found ?? (await createRow(instance, sync.mapping.snow_table, body));
      if (sysId !== undefined) claimed.add(sysId);
      return sysId;
    } catch (error) {
      if (!(error instanceof InstanceError) || !error.unsure || attempt === MAX_ATTEMPTS) throw error;
      isUnsure = true;
    }
  }
}

async function pushCard(sending: Sending, change: Change): Promise<Outcome> {
  const { unsent, known } = change;
  if (!isChanged(change)) return { counter: "skipped" };
  const pushed = JSON.stringify({ ...known?.pushed, ...unsent });
  try {
    if (!known) return { counter: "created", sysId: await createOnce(sending, unsent), pushed };
    await updateRow(sending.instance, sending.sync.mapping.snow_table, known.sysId, unsent);
    return { counter: "updated", sysId: known.sysId, pushed };
  } catch (error) {
    if (error instanceof InstanceError) return { counter: "errors", failure: error };
    throw error;
  }
}

/** The outcomes of some cards, as a step stores them. */
type Outcomes = { stats: SyncStats; links: Link[]; position: number };

/** Stores the outcomes of some cards. */
export const storeStep = shortStep("servicenow.store_pushed", ({ stats, links, position }: Outcomes, run) => {
  const sync = requireSync(run.id, run);
  link(sync.mapping, links, false);
  run.position = position;
  updateSyncRun(run, { stats: sumOf(sync.run.stats, stats) });
});

/**
 * Returns the outcomes of cards, counted up to the first without one, from which the run continues; the rows of later ones
 * are linked all the same.
 */
function outcomesOf(changes: readonly Change[], outcomes: readonly (Outcome | undefined)[], from: number): Outcomes {
  const gap = changes.findIndex((_, at) => outcomes[at] === undefined);
  const counted = outcomes.slice(0, gap < 0 ? changes.length : gap);
  let stats: SyncStats = { processed: counted.length };
  for (const outcome of counted) if (outcome) stats = sumOf(stats, { [outcome.counter]: 1 });
  const links = changes.flatMap(({ card }, at): Link[] => {
    const { sysId, pushed } = outcomes[at] ?? {};
    return sysId === undefined ? [] : [{ sysId, cardId: card.id, ...(pushed !== undefined && { pushed }) }];
  });
  return { stats, links, position: changes[counted.length - 1]?.card.seq ?? from };
}

/** Failures in a row among the first outcomes that are there, together with those before them. */
function failuresAfter(before: number, outcomes: readonly (Outcome | undefined)[]): number {
  let failures = before;
  for (const outcome of outcomes)
    if (outcome && outcome.counter !== "skipped") failures = outcome.failure?.unsure ? failures + 1 : 0;
  return failures;
}

/**
 * Pushes the cards after the run's position.
 * @returns the reason that is shown when all are pushed: none
 * @throws Problem naming why it can't; the signal's reason when it is aborted
 */
export async function push({ id, state, step, signal }: Work<unknown>): Promise<null> {
  const pace = new Pace();
  const claimed = new Set<string>();
  let failures = 0;
  let isUnsure: boolean | undefined;
  for (;;) {
    signal.throwIfAborted();
    const sync = requireSync(id, state());
    const { mapping, connection } = sync;
    const isLed = mapping.fields.some(({ direction }) => direction === "turbo_leads");
    const changes = isLed ? nextChanges(sync) : [];
    if (changes.length === 0) return null;
    isUnsure ??= mayHaveLostRows(sync);
    const sending = { sync, instance: instanceOf(connection, patiently(signal, pace)), claimed, isUnsure };
    const outcomes: (Outcome | undefined)[] = changes.map(() => undefined);
    try {
      await pace.each(
        changes,
        async (change, at) => {
          outcomes[at] = await pushCard(sending, change);
        },
        () => failuresAfter(failures, outcomes) >= MAX_FAILURES,
      );
      failures = failuresAfter(failures, outcomes);
      const failure = outcomes.findLast((outcome) => outcome?.failure)?.failure;
      if (failures >= MAX_FAILURES && failure) throw failure;
    } finally {
      // The cards that have reached the instance are stored, however the piece ends.
      if (outcomes.some((outcome) => outcome !== undefined))
        await step(storeStep, outcomesOf(changes, outcomes, sync.state.position));
    }
  }
}
