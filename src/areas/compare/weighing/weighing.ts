/** Scenarios side by side, weighed against a base. Reader threads read the states one after the other, so that memory is bounded. */
import { lastMomentIn } from "../../../../db/states";
import { type Actor, require } from "../../../core/access/actor";
import { requireScenario } from "../../../core/scenarios/access";
import type { ScenarioRow } from "../../../core/scenarios/rows";
import { type ComparedState, onState, type ReadState } from "../../../core/states/two";
import { invalid } from "../../../http/errors";
import { entriesOf } from "../../../http/query";
import { held } from "../../../http/request-context";
import { tableHeaders } from "../../../http/tables";
import { now } from "../../../platform/clock";
import { parseUuid } from "../../../platform/ids";
import { oneDecimal } from "../../../platform/rounding";
import type { Figure } from "../../reports";
import { stateOf } from "../asked";
import { figuresIn } from "../remembered";
import { isMoreBetter, pointsOfStates, scoreOf, type Weight, weightsOf } from "./criteria";
import { MAX_SCENARIOS, type ScenarioComparison, type WeighingQuery } from "./model";
import { readingDifferences, readingFigures, type ScenarioSide, weighingAsFile } from "./tasks";

/** Returns the scenarios that are asked for. @throws Problem 422; 404 for one that the actor doesn't see */
function scenariosOf(actor: Actor, asked: string): ScenarioRow[] {
  const refuse = (rule: string) => invalid(["query", "scenarios"], rule, "value_error", asked);
  const ids = (entriesOf(asked) ?? []).map((text) => parseUuid(text));
  if (ids.some((id) => id === undefined)) throw refuse("must be ids of scenarios, comma-separated");
  if (ids.length < 1 || ids.length > MAX_SCENARIOS) throw refuse(`must name 1 to ${MAX_SCENARIOS} scenarios`);
  if (new Set(ids).size < ids.length) throw refuse("must name each scenario once");
  return ids.map((id) => requireScenario(actor, id as string));
}

/** Returns the base that is asked for; the present without one. @throws Problem 422, 404 */
function baseOf(actor: Actor, { base }: WeighingQuery, scenarios: readonly ScenarioRow[]): ComparedState | undefined {
  const state = base && stateOf(actor, "base", base);
  if (state && "scenario" in state && scenarios.some(({ id }) => id === state.scenario.id))
    throw invalid(["query", "base"], "must not be one of `scenarios`", "value_error", state.scenario.id);
  return state;
}

/** The figures of the base, and those of the scenarios with the cards by which they differ. */
type Read = { base: Figure[]; sides: ScenarioSide[] };

const inTenths = (value: number) => (Number.isInteger(value) ? value : oneDecimal(value));

/** Returns the figures of the base and of the scenarios; one that a state lacks is 0 in it. */
function figuresOf({ base, sides }: Read): ScenarioComparison["figures"] {
  const keyOf = ({ figure, of }: Figure) => `${figure} ${of}`;
  const states = [base, ...sides.map(({ figures }) => figures)];
  const byKey = states.map((figures) => new Map(figures.map((one) => [keyOf(one), one.value])));
  const all = new Map(states.flat().map((one) => [keyOf(one), one]));
  return [...all].map(([key, { figure, of }]) => {
    const [first = 0, ...others] = byKey.map((values) => values.get(key) ?? 0);
    const isMore = isMoreBetter({ figure, of });
    return {
      figure,
      of,
      better: isMore === undefined ? null : isMore ? "more" : "fewer",
      base: first,
      values: others.map((value) => ({ value, difference: inTenths(value - first) })),
    };
  });
}

/** Returns the scenarios and the base with their scores. */
function comparisonOf(
  base: ComparedState | undefined,
  scenarios: readonly ScenarioRow[],
  read: Read,
  weights: readonly Weight[],
): ScenarioComparison {
  const criteria = pointsOfStates(weights, [read.base, ...read.sides.map(({ figures }) => figures)]);
  const baseScenario = base && "scenario" in base ? base.scenario : undefined;
  const present = lastMomentIn("main").seq;
  return {
    base: {
      scenario_id: baseScenario?.id ?? null,
      name: baseScenario?.name ?? null,
      at: base && "at" in base ? base.at : now(),
      score: scoreOf(criteria, 0),
    },
    scenarios: read.sides.map(({ named }, at) => {
      const { id, name, state, base_seq, target_date } = scenarios[at] as ScenarioRow;
      const score = scoreOf(criteria, at + 1);
      return { id, name, state, is_stale: base_seq < present, target_date, score, ...named };
    }),
    figures: figuresOf(read),
    criteria,
  };
}

/**
 * Weighs up to four scenarios against a base, as an answer or as a file.
 * The score of a state is the mean of its points in the criteria, by their weights: in each criterion, the best of all states has 100 points,
 * the worst 0, and those between them have points in proportion; all have 100 when they are the same.
 * @throws Problem 404 for a scenario that the actor doesn't see, 422 for parameters that are invalid, 403 for what the actor may not see or export, 429 and 503
 */
export function weigh(actor: Actor, query: WeighingQuery, request: Request): Promise<ScenarioComparison | Response> {
  const { format, bom } = query;
  if (format !== "json") require(actor, "inventory.export");
  const weights = weightsOf(actor, query.weights);
  const scenarios = scenariosOf(actor, query.scenarios);
  const base = baseOf(actor, query, scenarios);
  const asker = { userId: actor.userId, signal: request.signal };
  return held(request, () =>
    onState(base, asker, async (former) => {
      const read: Read = { base: await figuresIn(former, actor, readingFigures), sides: [] };
      const differencesIn = (state: ReadState) =>
        state.run(readingDifferences, { actor: { ...actor }, baseFile: former.path });
      for (const scenario of scenarios)
        read.sides.push(
          await onState({ scenario }, asker, async (state) => ({
            figures: await figuresIn(state, actor, readingFigures),
            named: await differencesIn(state),
          })),
        );
      const answer = comparisonOf(base, scenarios, read, weights);
      if (format === "json") return answer;
      const bytes = await former.run(weighingAsFile, { answer, format, bom });
      return new Response(bytes, { headers: tableHeaders({ name: "scenarios" }, format) });
    }),
  );
}
