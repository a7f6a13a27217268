/** How risks were at other times, as their events in the journal tell. */
import { statement } from "../../../../db";
import type { RiskChange } from "../definitions";
import type { Category, Impact, Level, Probability, Status } from "../model";

/** How a risk was at a time. */
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

/** What an event says of its risk, in the order of `EVENTS`. */
type EventRow = [at: string, change: RiskChange, card: string | null, ...state: unknown[]];

const FIELDS = [
  ...["id", "reference", "title", "level", "status", "category"],
  ...["initial_probability", "initial_impact", "residual_probability", "residual_impact"],
] as const satisfies (keyof RiskState)[];

/** The events of risks before an instant, oldest first; the second condition lets the index be used. */
const EVENTS = `SELECT created_at, data ->> 'change', card_id, ${FIELDS.map((field) => `data ->> '${field}'`).join(", ")}
  FROM events WHERE event_type IN ('risk.added', 'risk.updated', 'risk.removed')
    AND event_type NOT IN ('card.updated', 'notification.created') AND created_at <= ? ORDER BY seq`;

/** Applies an event to the risks that it finds. */
function apply(risks: Map<string, RiskAtTime>, [, change, card, ...values]: EventRow): void {
  const state = Object.fromEntries(FIELDS.map((field, place) => [field, values[place]])) as unknown as RiskState;
  if (change === "deleted") {
    risks.delete(state.id);
    return;
  }
  const cards = risks.get(state.id)?.cards ?? new Set<string>();
  if (card !== null) cards[change === "unlinked" ? "delete" : "add"](card);
  risks.set(state.id, { ...state, cards });
}

/**
 * The risks that there were at some instants.
 * @param instants in their order; at least one
 * @returns for each the risks by their ids, to be looked at before the next is asked for
 */
export function* risksAt(instants: readonly string[]): Generator<ReadonlyMap<string, RiskAtTime>> {
  const rows = statement<unknown>(EVENTS).values(instants.at(-1) as string) as EventRow[];
  const risks = new Map<string, RiskAtTime>();
  let next = 0;
  for (const instant of instants) {
    for (let row = rows[next]; row !== undefined && row[0] <= instant; row = rows[++next]) apply(risks, row);
    yield risks;
  }
}
