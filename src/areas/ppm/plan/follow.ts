/** Carries a change of a plan over to the items above it. */
import type { Effect } from "../records";
import { type Figures, rollUp } from "./rollup";

/**
 * Brings items and those above them up to date after a change; part of the running transaction.
 * @param ids items whose own values, tasks or children have changed
 */
export function followInPlan(ids: Iterable<string | null | undefined>): Effect {
  const figures: Figures[] = rollUp(ids);
  if (figures.length === 0) return {};
  return { payload: { rolled_up: figures.map(({ id }) => id) }, undo: { figures } };
}
