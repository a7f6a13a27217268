/** The states that a comparison asks for. */
import type { Actor } from "../../core/access/actor";
import { requireScenario } from "../../core/scenarios/access";
import type { ComparedState } from "../../core/states/two";
import { invalid } from "../../http/errors";
import { now, today } from "../../platform/clock";
import type { AskedState } from "./model";

/** Returns an instant that is not in the future: of the end of today, now. @throws Problem 422 */
function pastInstant(name: string, instant: string): string {
  const latest = now();
  if (instant <= latest) return instant;
  if (instant.startsWith(today())) return latest;
  throw invalid(["query", name], "must not be in the future", "value_error", instant);
}

/**
 * Returns a state that is compared.
 * @param name of the parameter that asks for it
 * @throws Problem 422 for an instant in the future; 404 for a scenario that the actor doesn't see
 */
export const stateOf = (actor: Actor, name: string, asked: AskedState): ComparedState =>
  "at" in asked ? { at: pastInstant(name, asked.at) } : { scenario: requireScenario(actor, asked.scenario) };
