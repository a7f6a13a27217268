/** The state of the register, which the address carries, and what it can be filtered by. */
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import {
  type Condition,
  changedFilter,
  conditionOn,
  type Filter,
  type FilterChange,
  formatFilter,
  parseFilter,
  withCondition,
  withoutField,
} from "../../filters/condition";
import type { FilterableField } from "../../filters/field";
import { type Sorting, sortingOf, sortingText } from "../../grid/column";
import { accountsQuery } from "../../people/queries";
import type { Assessment } from "../../risks/assess";
import type { MatrixCell } from "../../risks/matrix";
import { categoryWords, choicesOf, impactWords, levelWords, probabilityWords, statusWords } from "../../risks/words";
import { risks } from "./page";

/** The filter while the address names none: closed risks are left out. */
const USUAL = "-status:closed";

/** The order while the address names none: the gravest before mitigation first. */
const USUAL_SORT = "initial_level";

/** Reads the state from the address. */
export function useRegister() {
  const search = risks.useSearch();
  const setSearch = risks.useSetSearch();
  const filter = parseFilter(search.filter ?? USUAL);
  const text = search.sort ?? USUAL_SORT;
  const sorting = sortingOf(text);
  return {
    filter,
    setFilter: (change: FilterChange) =>
      setSearch(
        (newest) => {
          const written = formatFilter(changedFilter(parseFilter(newest.filter ?? USUAL), change));
          return { filter: written === USUAL ? undefined : written };
        },
        { replace: true },
      ),
    sorting,
    setSorting: (next: Sorting) => {
      const written = sortingText(next);
      setSearch({ sort: written === USUAL_SORT ? undefined : written }, { replace: true });
    },
    isOverTime: search.picture === "time",
    opened: search.risk,
    open: (risk?: string) => setSearch({ risk, accept: undefined }, { replace: true }),
    isAccepting: search.accept === true,
    accept: (isAccepting: boolean) => setSearch({ accept: isAccepting || undefined }, { replace: true }),
    /** Begins to accept a risk: its reason is asked for in the peek. */
    acceptRisk: (risk: string) => setSearch({ risk, accept: true }, { replace: true }),
  };
}

export type Register = ReturnType<typeof useRegister>;

/** Gives the fields that the register can be filtered by. */
export function useRiskFields(): FilterableField[] {
  const { t } = useLingui();
  const { data: accounts = [] } = useQuery(accountsQuery);
  const field = (name: string, label: string, choices: FilterableField["choices"], isNumber = false) => ({
    ...{ name, label, choices, isNumber },
  });
  return [
    field("status", t`Status`, choicesOf(statusWords())),
    field("category", t`Category`, choicesOf(categoryWords())),
    field("initial_level", t`Level before`, choicesOf(levelWords())),
    field("residual_level", t`Level left`, choicesOf(levelWords())),
    field("initial_probability", t`Probability before`, choicesOf(probabilityWords())),
    field("initial_impact", t`Impact before`, choicesOf(impactWords())),
    field("residual_probability", t`Probability left`, choicesOf(probabilityWords())),
    field("residual_impact", t`Impact left`, choicesOf(impactWords())),
    field(
      "owner_id",
      t`Owner`,
      accounts.map(({ id, display_name }) => ({ value: id, label: display_name })),
    ),
    field("target_resolution_date", t`Due`, [], true),
    field("task_id", t`Mitigation`, []),
    field("card_id", t`Affects`, []),
    field("source_type", t`Comes from`, [
      { value: "manual", label: t`The register` },
      { value: "compliance", label: t`Compliance` },
    ]),
  ];
}

const only = (condition: Condition | undefined): string | undefined =>
  condition?.kind === "values" && !condition.isNegated && condition.values.length === 1
    ? condition.values[0]
    : undefined;

/** Returns the cell of a matrix that a filter leaves alone. */
export function chosenCell(filter: Filter, assessment: Assessment): MatrixCell | undefined {
  const probability = only(conditionOn(filter, `${assessment}_probability`));
  const impact = only(conditionOn(filter, `${assessment}_impact`));
  return probability && impact ? ({ probability, impact } as MatrixCell) : undefined;
}

/** Returns a filter without the cells of both matrices: what the matrices show. */
export const withoutCells = (filter: Filter): Filter =>
  ["initial", "residual"].reduce(
    (one, assessment) => withoutField(withoutField(one, `${assessment}_probability`), `${assessment}_impact`),
    filter,
  );

/** Returns a filter that leaves a cell of a matrix alone; without it when the cell is chosen already. */
export function withCell(filter: Filter, assessment: Assessment, cell: MatrixCell): Filter {
  const before = chosenCell(filter, assessment);
  const rest = withoutCells(filter);
  if (before?.probability === cell.probability && before.impact === cell.impact) return rest;
  const values = (field: string, value: string): Condition => ({
    ...{ field, isNegated: false, kind: "values", values: [value] },
  });
  return withCondition(
    withCondition(rest, values(`${assessment}_probability`, cell.probability)),
    values(`${assessment}_impact`, cell.impact),
  );
}
