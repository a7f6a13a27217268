/** The comparison of scenarios as the server answers it, and the choice that it is of. */
import { keepPreviousData } from "@tanstack/react-query";
import { asReport } from "../../reports/search";
import { answered, api, type Schemas } from "../../server/client";
import { query } from "../../server/queries";

export type ScenarioComparison = Schemas["ScenarioComparison"];
export type ComparedScenario = ScenarioComparison["scenarios"][number];
export type Criterion = ScenarioComparison["criteria"][number]["criterion"];
/** The weights of criteria; one that is 0 has none. */
export type Weights = ReadonlyMap<string, number>;

/** Scenarios that stand side by side. */
export const MAX_SCENARIOS = 4;
/** The highest weight. */
export const MAX_WEIGHT = 10;

/** The choice of what is compared. */
export type Choice = { scenarios: readonly string[]; base: string | undefined; weights: Weights | undefined };

type Search = { scenarios?: string | undefined; base?: string | undefined; weights?: string | undefined };

/** Returns the ids that a parameter of the address names. */
export const idsIn = (text: string | undefined): string[] => [...new Set(text?.split(",").filter(Boolean))];

/** Returns weights as the address and the server write them. */
export const textOf = (weights: Weights): string =>
  [...weights]
    .filter(([, weight]) => weight > 0)
    .map((pair) => pair.join(":"))
    .join(",");

function weightsIn(text: string): Weights {
  const pairs = text.split(",").map((pair) => pair.split(":"));
  return new Map(pairs.flatMap(([name, weight]) => (name && Number(weight) > 0 ? [[name, Number(weight)]] : [])));
}

/** Returns the choice that an address holds. */
export const choiceIn = ({ scenarios, base, weights }: Search): Choice => ({
  scenarios: idsIn(scenarios)
    .filter((id) => id !== base)
    .slice(0, MAX_SCENARIOS),
  base,
  weights: weights === undefined ? undefined : weightsIn(weights),
});

function parametersOf({ scenarios, base, weights }: Choice) {
  const weighed = weights && textOf(weights);
  return {
    scenarios: scenarios.join(","),
    ...(base !== undefined && { base: `scenario:${base}` }),
    ...(weighed && { weights: weighed }),
  };
}

/** Returns the comparison of what is chosen. */
export const weighingQuery = (choice: Choice) => ({
  ...query(["weighing", parametersOf(choice)], ["scenario.", "card.", "relation.", "risk."], ({ signal }) =>
    asReport(
      answered(api.GET("/api/v1/compare/scenarios", { signal, params: { query: parametersOf(choice) as never } })),
    ),
  ),
  enabled: choice.scenarios.length > 0,
  placeholderData: keepPreviousData<ScenarioComparison | undefined>,
});

/** Returns the address of the comparison as a file. */
export const weighingFile = (choice: Choice, format: "csv" | "xlsx"): string =>
  `/api/v1/compare/scenarios?${new URLSearchParams({ ...parametersOf(choice), format })}`;
