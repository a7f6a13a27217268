/** Pushes: writes the ACTIVE cards of a type into a table, one by one. */
import { statement } from "../../../../db";
import type { SyncStats } from "../../../../db/schema/servicenow";
import type { Work } from "../../../core/runs/run";
import { shortStep } from "../../../core/runs/step";
import { parseObject } from "../../../platform/json";
import { type CardRow, redactedKeys } from "../../cards";
import { type Instance, instanceOf, patiently } from "../instance/client";
import { InstanceError } from "../instance/failure";
import { createRow, findRows, type Row, updateRow } from "../instance/table-api";
import { identitiesOfCards, identitiesOfRows, link } from "../records/identities";
import { pushed } from "../records/transform";
import { requireSync, type Sync, sumOf, updateSyncRun } from "./sync-runs";

/** Cards whose outcome is stored together. */
const PIECE = 10;
/** Cards in a row that an instance may fail for before the run fails. */
const MAX_FAILURES = 3;
/** Times that a row is created whose fate the instance leaves open. */
const MAX_ATTEMPTS = 3;
/** Columns by which a row is found again. */
const MAX_COLUMNS = 5;

/** The outcome of a card. */
type Outcome = { counter: "created" | "updated" | "errors"; sysId?: string | undefined; failure?: InstanceError };

const nextCards = (type: string, after: number): CardRow[] =>
  statement<CardRow>("SELECT * FROM cards WHERE seq > ? AND status = 'ACTIVE' AND type = ? ORDER BY seq LIMIT ?").all(
    after,
    type,
    PIECE,
  );

/** The fields that a push sends of a card, without costs that are hidden from whoever started it. */
function bodyOf({ mapping, actor }: Sync, card: CardRow): Row {
  const hidden = new Set(redactedKeys(actor, card).map((key) => `attributes.${key}`));
  const { name, description, lifecycle, attributes } = card;
  return pushed(
    mapping.fields.filter(({ turbo_field }) => !hidden.has(turbo_field)),
    { name, description: description ?? "", lifecycle: parseObject(lifecycle), attributes: parseObject(attributes) },
  );
}

/** A row that holds what is sent and is no other card's yet; undefined when there is none, or nothing to find it by. */
async function findCreated({ mapping }: Sync, instance: Instance, body: Row): Promise<string | undefined> {
  const texts = Object.entries(body).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string" && entry[1] !== "",
  );
  if (texts.length === 0) return undefined;
  const found = await findRows(instance, mapping.snow_table, Object.fromEntries(texts.slice(0, MAX_COLUMNS)));
  const others = identitiesOfRows(mapping, found);
  return found.find((sysId) => !others.has(sysId));
}

/** Creates a row once, also when the instance leaves open whether it has: then it is looked for before the next attempt. */
async function createOnce(sync: Sync, instance: Instance, body: Row): Promise<string | undefined> {
  // A row that an earlier attempt has created may not be stored.
  let isUnsure = sync.state.attempt > 1;
  for (let attempt = 1; ; attempt++) {
    const created = isUnsure ? await findCreated(sync, instance, body) : undefined;
    if (created !== undefined) return created;
    try {
      return await createRow(instance, sync.mapping.snow_table, body);
    } catch (error) {
      if (!(error instanceof InstanceError) || !error.unsure || attempt === MAX_ATTEMPTS) throw error;
      isUnsure = true;
    }
  }
}

async function pushCard(sync: Sync, instance: Instance, card: CardRow, sysId: string | undefined): Promise<Outcome> {
  const body = bodyOf(sync, card);
  try {
    if (sysId === undefined) return { counter: "created", sysId: await createOnce(sync, instance, body) };
    await updateRow(instance, sync.mapping.snow_table, sysId, body);
    return { counter: "updated", sysId };
  } catch (error) {
    if (error instanceof InstanceError) return { counter: "errors", failure: error };
    throw error;
  }
}

/** The outcomes of some cards, as a step stores them. */
type Outcomes = { stats: SyncStats; links: { sysId: string; cardId: string }[]; position: number };

/** Stores the outcomes of some cards. */
export const storeStep = shortStep("servicenow.store_pushed", ({ stats, links, position }: Outcomes, run) => {
  const sync = requireSync(run.id, run);
  link(sync.mapping, links, false);
  run.position = position;
  updateSyncRun(run, { stats: sumOf(sync.run.stats, stats) });
});

/** The outcomes of cards, counted. */
function outcomesOf(outcomes: readonly [CardRow, Outcome][], position: number): Outcomes {
  let stats: SyncStats = { processed: outcomes.length };
  for (const [, { counter }] of outcomes) stats = sumOf(stats, { [counter]: 1 });
  const links = outcomes.flatMap(([{ id }, { sysId }]) => (sysId === undefined ? [] : [{ sysId, cardId: id }]));
  return { stats, links, position };
}

/**
 * Pushes the cards after the run's position.
 * @returns the reason that is shown when all are pushed: none
 * @throws Problem naming why it can't; the signal's reason when it is aborted
 */
export async function push({ id, state, step, signal }: Work<unknown>): Promise<null> {
  let failures = 0;
  for (;;) {
    signal.throwIfAborted();
    const sync = requireSync(id, state());
    const { mapping, connection } = sync;
    const isLed = mapping.fields.some(({ direction }) => direction === "turbo_leads");
    const cards = isLed ? nextCards(mapping.card_type_key, sync.state.position) : [];
    if (cards.length === 0) return null;
    const instance = instanceOf(connection, patiently(signal));
    const identities = identitiesOfCards(
      mapping,
      cards.map(({ id }) => id),
    );
    const outcomes: [CardRow, Outcome][] = [];
    try {
      for (const card of cards) {
        const outcome = await pushCard(sync, instance, card, identities.get(card.id)?.snow_sys_id);
        failures = outcome.failure ? failures + 1 : 0;
        outcomes.push([card, outcome]);
        if (outcome.failure?.unsure && failures >= MAX_FAILURES) throw outcome.failure;
      }
    } finally {
      // The cards that have reached the instance are stored, however the piece ends.
      const last = outcomes.at(-1);
      if (last) await step(storeStep, outcomesOf(outcomes, last[0].seq));
    }
  }
}
