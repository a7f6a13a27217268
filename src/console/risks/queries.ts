/** The risk register: risks in blocks, its figures, one risk with its tasks, and the rules that hold for all. */
import { type Filter, queryOf } from "../filters/condition";
import type { Sorting } from "../grid/column";
import { asReport } from "../reports/search";
import { answered, api, type Schemas } from "../server/client";
import { query } from "../server/queries";

export type Risk = Schemas["Risk"];
export type Task = Schemas["MitigationTask"];
export type Occurrence = Task["occurrences"][number];
export type RiskMatrix = Schemas["RiskMatrix"];
export type RiskMetrics = Schemas["RiskMetrics"];
export type Level = Risk["initial_level"];
export type Status = Risk["status"];
export type Category = Risk["category"];
export type Probability = Risk["initial_probability"];
export type Impact = Risk["initial_impact"];

/** Rows of one request. */
export const BLOCK = 100;

/** Events that change risks; cards rename what they are linked to. */
const EVENTS = ["risk.", "risk_mitigation_task.", "settings."];

/** Returns the filters and the order of the register, as the API takes them; its export takes the same. */
export const riskParameters = (filter: Filter, sorting?: Sorting) => ({
  ...queryOf(filter),
  ...(sorting && { sort_by: sorting.by, sort_dir: sorting.isDescending ? "desc" : "asc" }),
});

/** Returns a block of the register. @param block its number, from 0 */
export const riskBlockQuery = (filter: Filter, sorting: Sorting, block: number) =>
  query(["risks", "list", riskParameters(filter, sorting), block], EVENTS, ({ signal }) =>
    answered(
      api.GET("/api/v1/risks", {
        signal,
        params: { query: { ...riskParameters(filter, sorting), page: block + 1, page_size: BLOCK } },
      }),
    ),
  );

/** Risks that one cell of a matrix names. */
export const NAMED = 3;

/** Returns the figures of the register, with the first risks of each cell of the matrices. */
export const riskMetricsQuery = (filter: Filter) =>
  query(["risks", "metrics", riskParameters(filter)], EVENTS, ({ signal }) =>
    answered(
      api.GET("/api/v1/risks/metrics", { signal, params: { query: { ...riskParameters(filter), named: NAMED } } }),
    ),
  );

export type RisksOverTime = Schemas["RisksOverTime"];

/** The parameters of the report on the risks over time. */
export type OverTime = {
  from: string;
  interval: "week" | "month";
  status?: Status[];
  category?: Category[];
};

/** Returns the number of risks on each level, at the end of each of some days. */
export const risksOverTimeQuery = (parameters: OverTime) =>
  query(["risks", "over-time", parameters], EVENTS, ({ signal }) =>
    asReport(answered(api.GET("/api/v1/reports/risks/over-time", { signal, params: { query: parameters as never } }))),
  );

/** Returns a risk. @param risk_id its id or its reference */
export const riskQuery = (risk_id: string) =>
  query(["risks", "one", risk_id], EVENTS, ({ signal }) =>
    answered(api.GET("/api/v1/risks/{risk_id}", { signal, params: { path: { risk_id } } })),
  );

/** Tasks that are read at once; a risk has fewer. */
const MAX_TASKS = 200;

/** Returns the mitigation tasks of a risk, with all of their occurrences. */
export const riskTasksQuery = (risk_id: string) =>
  query(["risks", "tasks", risk_id], EVENTS, ({ signal }) =>
    answered(
      api.GET("/api/v1/risks/{risk_id}/mitigation-tasks", {
        signal,
        params: { path: { risk_id }, query: { page: 1, page_size: MAX_TASKS } },
      }),
    ),
  );

/** The matrix of this installation. */
export const riskMatrixQuery = query(["risks", "matrix"], ["settings."], ({ signal }) =>
  answered(api.GET("/api/v1/settings/risk-matrix", { signal })),
);

/** The statuses in their order, with those that may follow each. */
export const riskStatusesQuery = query(["risks", "statuses"], [], ({ signal }) =>
  answered(api.GET("/api/v1/risks/statuses", { signal })),
);

/** Cards whose decisions are looked for, and decisions that are shown. */
const MAX_CARDS = 100;
const MAX_DECISIONS = 20;

/** Returns the decisions about some cards. */
export const decisionsAboutQuery = (cardIds: readonly string[]) => {
  const card_ids = cardIds.slice(0, MAX_CARDS).join(",");
  return query(["risks", "decisions", card_ids], ["adr."], ({ signal }) =>
    answered(api.GET("/api/v1/adr", { signal, params: { query: { card_ids, page: 1, page_size: MAX_DECISIONS } } })),
  );
};
