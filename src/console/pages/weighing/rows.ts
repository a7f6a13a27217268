/** The rows of the page: each a figure, in groups, with its words. */
import { t } from "@lingui/core/macro";
import { number, shortMoney } from "../../language/format";
import type { Criterion, ScenarioComparison } from "./queries";

type Figure = ScenarioComparison["figures"][number];

/** A row: the values of a figure in the base and in each scenario. */
export type FigureRow = {
  key: string;
  label: string;
  /** The criterion by which it can be weighed. */
  criterion?: Criterion;
  better: Figure["better"];
  base: number;
  values: Figure["values"];
  text: (value: number) => string;
};

export type RowGroup = { key: string; label: string; rows: FigureRow[] };

const whole = (value: number) => number(value, { maximumFractionDigits: 0 });
const percent = (value: number) => `${number(value, { maximumFractionDigits: 1 })} %`;
const tenth = (value: number) => number(value, { maximumFractionDigits: 1 });

/** Returns some figures as one, which is their sum. */
function summed(figures: readonly Figure[]): Figure | undefined {
  const [first] = figures;
  if (!first) return undefined;
  const sum = (valueIn: (figure: Figure) => number) => figures.reduce((all, one) => all + valueIn(one), 0);
  return {
    ...first,
    base: sum(({ base }) => base),
    values: first.values.map((_, at) => ({
      value: sum(({ values }) => values[at]?.value ?? 0),
      difference: sum(({ values }) => values[at]?.difference ?? 0),
    })),
  };
}

/** Returns the words of the criteria. */
export const criterionWords = (): Record<Criterion, string> => ({
  costs_of_years: t`Costs of five years`,
  applications: t`Applications`,
  applications_ending: t`End within a year`,
  capability_coverage: t`Capabilities supported`,
  risks: t`Critical and high risks`,
  out_of_support: t`Out of support`,
  applications_at_risk: t`Applications on what is out of support`,
  initiatives: t`Projects`,
  initiatives_budget: t`Budget of projects`,
  data_quality: t`Quality of data`,
});

/** Returns the groups of rows, without figures that the answer lacks. */
export function rowGroups({ figures }: ScenarioComparison, currency: string): RowGroup[] {
  const words = criterionWords();
  const money = (value: number) => shortMoney(value, currency);
  const row = (
    figure: Figure | undefined,
    facts: Pick<FigureRow, "key" | "label" | "criterion" | "text">,
  ): FigureRow[] => (figure ? [{ ...facts, better: figure.better, base: figure.base, values: figure.values }] : []);
  const named = (name: string, ...parts: string[]) =>
    figures.filter(({ figure, of }) => figure === name && (parts.length === 0 || (of !== null && parts.includes(of))));
  const weighed = (criterion: Criterion, text: FigureRow["text"], ...parts: string[]) =>
    row(summed(named(criterion, ...parts)), { key: criterion, label: words[criterion], criterion, text });
  const years = named("costs_in_year").flatMap((one) =>
    row(one, { key: `year ${one.of}`, label: one.of ?? "", text: money }),
  );
  const lesser = summed(named("risks", "medium", "low"));
  const groups = [
    { key: "costs", label: t`Costs of applications`, rows: [...years, ...weighed("costs_of_years", money)] },
    {
      key: "applications",
      label: t`Applications`,
      rows: [...weighed("applications", whole), ...weighed("applications_ending", whole)],
    },
    {
      key: "risk",
      label: t`Coverage and risk`,
      rows: [
        ...weighed("capability_coverage", percent),
        ...weighed("risks", whole, "critical", "high"),
        ...row(lesser, { key: "lesser risks", label: t`Medium and low risks`, text: whole }),
        ...weighed("out_of_support", whole),
        ...weighed("applications_at_risk", whole),
      ],
    },
    {
      key: "projects",
      label: t`Projects`,
      rows: [...weighed("initiatives", whole), ...weighed("initiatives_budget", money)],
    },
    { key: "data", label: t`Data`, rows: weighed("data_quality", tenth) },
  ];
  return groups.filter(({ rows }) => rows.length > 0);
}
