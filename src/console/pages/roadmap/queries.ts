/** The cards of the roadmap. */
import { type Filter, queryOf } from "../../filters/condition";
import { asReport } from "../../reports/search";
import { answered, api, type Schemas } from "../../server/client";
import { query } from "../../server/queries";

export type RoadmapItem = Schemas["Roadmap"]["items"][number];
export type RoadmapGroup = NonNullable<Schemas["Roadmap"]["groups"]>[number];

export type RoadmapWanted = { type: string; filter: Filter; group: string | undefined; at: string };

/** Returns the parameters of the report, also for its files. */
export const roadmapParameters = ({ type, filter, group }: Omit<RoadmapWanted, "at">) => ({
  type,
  ...queryOf(filter),
  ...(group && { group_by: group }),
});

/** Returns the cards with dates in their groups, their successors, and the figures today and at a date. */
export const roadmapQuery = (wanted: RoadmapWanted) =>
  query(
    ["reports", "roadmap", roadmapParameters(wanted), wanted.at],
    ["card.", "relation.", "tag", "metamodel."],
    ({ signal }) =>
      asReport(
        answered(
          api.GET("/api/v1/reports/roadmap", {
            signal,
            params: { query: { ...roadmapParameters(wanted), successors: true, figures_at: wanted.at } as never },
          }),
        ),
      ),
  );
