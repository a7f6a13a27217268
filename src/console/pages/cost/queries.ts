/** The costs of the cards of a type. */
import { listParameters } from "../../cards/list";
import type { Filter } from "../../filters/condition";
import { asReport } from "../../reports/search";
import { answered, api } from "../../server/client";
import { query } from "../../server/queries";

/** The cards, the cost and the groups that the areas are of. */
export type CostSubject = { type: string; costField: string; group: string | undefined; filter: Filter };

/** Returns the parameters of the report. */
export const costParameters = ({ type, costField, group, filter }: CostSubject) => ({
  ...listParameters({ type, filter, sorting: undefined, fields: [] }),
  type,
  cost_field: costField,
  ...(group && { group_by: group }),
});

/** Returns the cards with their costs, the most expensive first. */
export const costQuery = (subject: CostSubject) =>
  query(["reports", "cost", costParameters(subject)], ["card.", "relation.", "tag."], ({ signal }) =>
    asReport(answered(api.GET("/api/v1/reports/cost-treemap", { signal, params: { query: costParameters(subject) } }))),
  );
