/** The answer to a comparison: it is made by reader threads, one for each state. */
import { type Actor, require } from "../../core/access/actor";
import { type ComparedState, onTwoStates, type ReadState } from "../../core/states/two";
import { invalid } from "../../http/errors";
import { held } from "../../http/request-context";
import { tableHeaders } from "../../http/tables";
import { now } from "../../platform/clock";
import { stateOf } from "./asked";
import { comparedFigures } from "./comparison";
import { costKeys } from "./cost-keys";
import type { CompareQuery, Comparison } from "./model";
import { figuresIn } from "./remembered";
import { comparing, comparingAsFile, readingFigures, readingFormer } from "./tasks";

/** Returns the states that are compared; the present without `to`. @throws Problem 422, 404 */
function statesOf(actor: Actor, query: CompareQuery): { from: ComparedState; to: ComparedState | undefined } {
  const to = query.to && stateOf(actor, "to", query.to);
  const base = to && "scenario" in to ? { at: to.scenario.base_at } : undefined;
  const from = query.from ? stateOf(actor, "from", query.from) : base;
  if (!from) throw invalid(["query", "from"], "must be given unless `to` is a scenario", "missing");
  if (to && "at" in from && "at" in to && from.at > to.at)
    throw invalid(["query", "from"], "must not be after `to`", "value_error", from.at);
  return { from, to };
}

/** Returns the results of all work once the last of it has ended. @throws what the first work that failed throws */
async function allOf<const Work extends readonly unknown[]>(
  work: Work,
): Promise<{ -readonly [At in keyof Work]: Awaited<Work[At]> }> {
  await Promise.allSettled(work);
  return Promise.all(work);
}

/** Returns the instant of a state: of a scenario, now. */
const instantOf = (state: ComparedState | undefined) => (state && "at" in state ? state.at : now());

/**
 * Compares the landscape in two states, as a page or as a file.
 * @throws Problem 404 for a scenario that the actor doesn't see, 422 for instants or filters that are invalid, 403 for what the actor may not see or export, 429 and 503
 */
export async function compare(actor: Actor, query: CompareQuery, request: Request): Promise<Comparison | Response> {
  const { from: _, to: __, change, figures, page, page_size, format, bom, ...filters } = query;
  if (format !== "json") require(actor, "inventory.export");
  const states = statesOf(actor, query);
  const asked = { filters, change };
  const asker = { userId: actor.userId, signal: request.signal };
  const plainActor = { ...actor };
  return held(request, () =>
    onTwoStates(states, asker, async ({ from, to, knownSince }) => {
      const figuresOf = (state: ReadState) => (figures ? figuresIn(state, actor, readingFigures) : []);
      const comparedInput = async () => {
        const former = await from.run(readingFormer, { actor: plainActor, asked });
        return { actor: plainActor, asked, former, formerFile: from.path, today: costKeys() };
      };
      if (format !== "json") {
        const bytes = await to.run(comparingAsFile, { ...(await comparedInput()), format, bom });
        return new Response(bytes, { headers: tableHeaders({ name: "comparison" }, format) });
      }
      // Several threads work on it, and the files of both states are in use until the last of them has ended.
      const [answer, old, now] = await allOf([
        comparedInput().then((input) => to.run(comparing, { ...input, page, page_size })),
        figuresOf(from),
        figuresOf(to),
      ]);
      return {
        from: knownSince ?? instantOf(states.from),
        to: instantOf(states.to),
        known_since: knownSince,
        figures: comparedFigures(old, now),
        ...answer,
      };
    }),
  );
}
