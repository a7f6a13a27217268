/** The states of risks, now and at other times, according to their events in the journal. */
import { statement } from "../../../../db";
import type { RiskChange } from "../definitions";
import type { Category, Impact, Level, Probability, Status } from "../model";

/** The state of a risk at a time. */
export type RiskState = {
  id: string;
  reference: string;
  title: string;
  level: Level;
  status: Status;
  category: Category;
  initial_probability: Probability;
  initial_impact: Impact;
  residual_probability: Probability | null;
  residual_impact: Impact | null;
};
/** A risk at a time, with the cards that it was linked to. */
export type RiskAtTime = RiskState & { cards: Set<string> };

/** Returns the risks as they are, by reference. */
export const currentRisks = (): RiskAtTime[] =>
  statement<RiskState & { card_ids: string | null }>(
    `SELECT r.id, r.reference, r.title, coalesce(r.residual_level, r.initial_level) AS level, r.status, r.category,
       r.initial_probability, r.initial_impact, r.residual_probability, r.residual_impact,
       (SELECT group_concat(card_id) FROM risk_cards WHERE risk_id = r.id) AS card_ids
     FROM risks r ORDER BY r.reference`,
  )
    .all()
    .map(({ card_ids, ...state }) => ({ ...state, cards: new Set(card_ids?.split(",")) }));

/** The payload of an event about a risk. */
type Payload = RiskState & { change: RiskChange };
type EventRow = [at: string, card: string | null, data: string];

/** The numbers of the events of risks, oldest first; the second condition lets the index be used. */
const NUMBERS = `SELECT seq FROM events WHERE event_type IN ('risk.added', 'risk.updated', 'risk.removed')
  AND event_type NOT IN ('card.updated', 'notification.created') ORDER BY seq`;
/** The events of risks until an instant, oldest first. */
const EVENTS = `SELECT e.created_at, e.card_id, e.data FROM (${NUMBERS}) n CROSS JOIN events e ON e.seq = n.seq
  WHERE e.created_at <= ? ORDER BY n.seq`;

/** Returns a function that parses payloads, of which those of one change are equal and follow one another. */
function parser(): (text: string) => Payload {
  let last: { text: string; payload: Payload } | undefined;
  return (text) => {
    if (last?.text !== text) last = { text, payload: JSON.parse(text) as Payload };
    return last.payload;
  };
}

/** Applies an event to the risks that it finds. */
function apply(risks: Map<string, RiskAtTime>, card: string | null, { change, ...state }: Payload): void {
  if (change === "deleted") {
    risks.delete(state.id);
    return;
  }
  const cards = risks.get(state.id)?.cards ?? new Set<string>();
  if (card !== null) cards[change === "unlinked" ? "delete" : "add"](card);
  risks.set(state.id, { ...state, cards });
}

/**
 * Returns the risks that there were at some instants.
 * @param instants in their order; at least one
 * @returns for each the risks by their ids, to be looked at before the next is asked for
 */
export function* risksAt(instants: readonly string[]): Generator<ReadonlyMap<string, RiskAtTime>> {
  const rows = statement<unknown>(EVENTS).values(instants.at(-1) as string) as EventRow[];
  const risks = new Map<string, RiskAtTime>();
  const parse = parser();
  let next = 0;
  for (const instant of instants) {
    for (let row = rows[next]; row !== undefined && row[0] <= instant; row = rows[++next])
      apply(risks, row[1], parse(row[2]));
    yield risks;
  }
}
