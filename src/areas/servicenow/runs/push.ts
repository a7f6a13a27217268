/** Pushes: writes the ACTIVE cards of a type into a table, one by one. */
import { statement, transactionInTurn } from "../../../../db";
import type { SyncStats } from "../../../../db/schema/servicenow";
import { parseObject } from "../../../platform/json";
import { type CardRow, redactedKeys } from "../../cards";
import { type Instance, instanceOf, patiently } from "../instance/client";
import { InstanceError } from "../instance/failure";
import { createRow, findRows, type Row, updateRow } from "../instance/table-api";
import { identitiesOfCards, identitiesOfRows, link } from "../records/identities";
import { pushed } from "../records/transform";
import { completeRun } from "./ends";
import { added, updateRun, type Work, workOn } from "./store";

/** Cards whose outcome is stored together. */
const PIECE = 10;
/** The number of cards in a row that an instance may fail for before the run is cancelled. */
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

/** The row that a push sends of a card, without costs that are hidden from the user who started it. */
function bodyOf({ mapping, actor }: Work, card: CardRow): Row {
  const hidden = new Set(redactedKeys(actor, card).map((key) => `attributes.${key}`));
  const { name, description, lifecycle, attributes } = card;
  return pushed(
    mapping.fields.filter(({ turbo_field }) => !hidden.has(turbo_field)),
    { name, description: description ?? "", lifecycle: parseObject(lifecycle), attributes: parseObject(attributes) },
  );
}

/** A row that holds what is sent and is no other card's yet; undefined when there is none, or nothing to find it by. */
async function findCreated({ mapping }: Work, instance: Instance, body: Row): Promise<string | undefined> {
  const texts = Object.entries(body).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string" && entry[1] !== "",
  );
  if (texts.length === 0) return undefined;
  const found = await findRows(instance, mapping.snow_table, Object.fromEntries(texts.slice(0, MAX_COLUMNS)));
  const others = identitiesOfRows(mapping, found);
  return found.find((sysId) => !others.has(sysId));
}

/** Creates a row once, also when the instance leaves open whether it has: then it is looked for before the next attempt. */
async function createOnce(work: Work, instance: Instance, body: Row): Promise<string | undefined> {
  // The rows that an earlier process has created may not be stored.
  let isUnsure = work.run.attempts > 1;
  for (let attempt = 1; ; attempt++) {
    const created = isUnsure ? await findCreated(work, instance, body) : undefined;
    if (created !== undefined) return created;
    try {
      return await createRow(instance, work.mapping.snow_table, body);
    } catch (error) {
      if (!(error instanceof InstanceError) || !error.unsure || attempt === MAX_ATTEMPTS) throw error;
      isUnsure = true;
    }
  }
}

async function pushCard(work: Work, instance: Instance, card: CardRow, sysId: string | undefined): Promise<Outcome> {
  const body = bodyOf(work, card);
  try {
    if (sysId === undefined) return { counter: "created", sysId: await createOnce(work, instance, body) };
    await updateRow(instance, work.mapping.snow_table, sysId, body);
    return { counter: "updated", sysId };
  } catch (error) {
    if (error instanceof InstanceError) return { counter: "errors", failure: error };
    throw error;
  }
}

/** Stores what became of some cards. */
async function store(work: Work, owner: string, outcomes: readonly [CardRow, Outcome][]): Promise<void> {
  let stats: SyncStats = { processed: outcomes.length };
  for (const [, { counter }] of outcomes) stats = added(stats, { [counter]: 1 });
  const links = outcomes.flatMap(([{ id }, { sysId }]) => (sysId === undefined ? [] : [{ sysId, cardId: id }]));
  await transactionInTurn(() => {
    const { run } = workOn(work.run.id, owner);
    link(work.mapping, links, false);
    updateRun({ ...work, run }, { stats: added(run.stats, stats), position: outcomes.at(-1)?.[0].seq ?? run.position });
  });
}

/**
 * Carries a push on to its end, from where it stands.
 * @throws Problem naming why it can't; the signal's reason when it is aborted
 */
export async function push(runId: string, owner: string, signal: AbortSignal): Promise<void> {
  let failures = 0;
  for (;;) {
    signal.throwIfAborted();
    const work = workOn(runId, owner);
    const { run, mapping, connection, actor } = work;
    const isLed = mapping.fields.some(({ direction }) => direction === "turbo_leads");
    const cards = isLed ? nextCards(mapping.card_type_key, run.position) : [];
    if (cards.length === 0) return void (await transactionInTurn(() => completeRun(actor, run.id, null)));
    const instance = instanceOf(connection, patiently(signal));
    const identities = identitiesOfCards(
      mapping,
      cards.map(({ id }) => id),
    );
    const outcomes: [CardRow, Outcome][] = [];
    try {
      for (const card of cards) {
        const outcome = await pushCard(work, instance, card, identities.get(card.id)?.snow_sys_id);
        failures = outcome.failure ? failures + 1 : 0;
        outcomes.push([card, outcome]);
        if (outcome.failure?.unsure && failures >= MAX_FAILURES) throw outcome.failure;
      }
    } finally {
      // The outcomes that have reached the instance are stored, however the piece ends.
      if (outcomes.length > 0) await store(work, owner, outcomes);
    }
  }
}
