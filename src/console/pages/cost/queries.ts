/** The costs of cards, in groups. */
import { type Filter, queryOf } from "../../filters/condition";
import { asReport } from "../../reports/search";
import { answered, api, type Schemas } from "../../server/client";
import { query } from "../../server/queries";

export type CostItem = Schemas["CostTreemap"]["items"][number];

export type CostChoice = {
  type: string;
  field: string;
  group: string | undefined;
  filter: Filter;
  at: string | undefined;
};

/** Returns the parameters of the report, also for its files. */
export const costParameters = ({ type, field, group, filter, at }: CostChoice) => ({
  type,
  cost_field: field,
  ...(group && { group_by: group }),
  ...queryOf(filter),
  ...(at && { at }),
});

/** Returns the report; its cards come by cost. */
export const costQuery = (choice: CostChoice) =>
  query(["reports", "cost", costParameters(choice)], ["card.", "relation.", "tag"], ({ signal }) =>
    asReport(
      answered(api.GET("/api/v1/reports/cost-treemap", { signal, params: { query: costParameters(choice) } as never })),
    ),
  );
