/** Scenarios side by side as a table: a row for each figure, criterion, and card that is new or retired. */
import { type Column, column, columns, type Row, type Table } from "../../../http/tables";
import type { ScenarioComparison } from "./model";
import type { NamedCards } from "./named";

const LISTS = ["new_applications", "retired_applications", "new_initiatives"] as const;

/** Returns the members of a row for the scenarios. @param value of the scenario of a number; undefined for none */
const ofScenarios = (count: number, value: (at: number) => unknown, key = ""): Row =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`scenario_${at + 1}${key}`, value(at)]));

function figureRows({ scenarios, figures }: ScenarioComparison): Row[] {
  return figures.map(({ figure, of, better, base, values }) => ({
    ...{ figure, of, better, base },
    ...ofScenarios(scenarios.length, (at) => values[at]?.value),
    ...ofScenarios(scenarios.length, (at) => values[at]?.difference, "_difference"),
  }));
}

/** Returns the rows of weighted criteria, and that of the scores. */
function scoreRows({ base, scenarios, criteria }: ScenarioComparison): Row[] {
  if (criteria.length === 0) return [];
  return [
    ...criteria.map(({ criterion, weight, points }) => ({
      ...{ figure: "points", of: criterion, weight, base: points[0] },
      ...ofScenarios(scenarios.length, (at) => points[at + 1]),
    })),
    { figure: "score", base: base.score, ...ofScenarios(scenarios.length, (at) => scenarios[at]?.score) },
  ];
}

/** Returns the rows of the cards of a list: under each scenario that has it, its day, or a cross; none of a list that isn't shown. */
function namedRows(figure: string, lists: readonly (NamedCards | null)[]): Row[] {
  if (lists.every((list) => list === null)) return [];
  const names = new Map(lists.flatMap((list) => list?.items ?? []).map(({ id, name }) => [id, name]));
  const counts = { figure, ...ofScenarios(lists.length, (at) => lists[at]?.total) };
  const rows = [...names].map(([id, name]) => ({
    ...{ figure, of: name },
    ...ofScenarios(lists.length, (at) => {
      const card = lists[at]?.items.find((one) => one.id === id);
      return card && (card.day ?? "×");
    }),
  }));
  return [counts, ...rows];
}

const scenarioColumns = ({ scenarios }: ScenarioComparison): Column[] =>
  scenarios.flatMap(({ name }, at) => [
    column(`scenario_${at + 1}`, { label: name }),
    column(`scenario_${at + 1}_difference`, { label: `${name}: difference` }),
  ]);

/** Returns scenarios side by side as a table. */
export const weighingTable = (answer: ScenarioComparison): Table => ({
  name: "scenarios",
  columns: [
    ...columns("figure", "of", "better", "weight"),
    column("base", answer.base.name === null ? {} : { label: answer.base.name }),
    ...scenarioColumns(answer),
  ],
  rows: () => [
    ...figureRows(answer),
    ...scoreRows(answer),
    ...LISTS.flatMap((list) =>
      namedRows(
        list,
        answer.scenarios.map((one) => one[list]),
      ),
    ),
  ],
});
