/** The figures of a roadmap: how many cards live, and what they cost, today and at a date. */
import { livesAt } from "../../../db/query";
import { today } from "../../platform/clock";
import { finite } from "./fields";
import { fragment, type Query } from "./rows";

/** The life of a card: 1 when it lives today, and at the date, else 0; and its cost. */
export type Lives = [today: number, at: number, cost: number];

/** Returns SQL for whether a card `c` lives today, and at a date; for 0 twice without one. */
export function livesOn(day: string | undefined): Query {
  if (day === undefined) return fragment("0, 0");
  const [now, then] = [livesAt(today()), livesAt(day)];
  return fragment(`${now.sql}, ${then.sql}`, ...now.values, ...then.values);
}

/** Returns the figures of some cards. @param hasCosts whether what they cost is among them */
export function figuresOf(cards: readonly Lives[], hasCosts: boolean) {
  const count = (test: (now: boolean, then: boolean) => boolean) =>
    cards.filter(([now, then]) => test(now === 1, then === 1)).length;
  const cost = (place: 0 | 1) => finite(cards.reduce((sum, card) => sum + (card[place] === 1 ? card[2] : 0), 0));
  return {
    live_today: count((now) => now),
    live_at: count((_, then) => then),
    ended: count((now, then) => now && !then),
    begun: count((now, then) => !now && then),
    ...(hasCosts && { cost_today: cost(0), cost_at: cost(1) }),
  };
}
