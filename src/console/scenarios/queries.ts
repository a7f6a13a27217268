/** Scenarios: the landscape as it would be, with the changes that make it so. */
import { infiniteQueryOptions } from "@tanstack/react-query";
import { answered, api, type Schemas } from "../server/client";
import { query } from "../server/queries";

export type Scenario = Schemas["Scenario"];
export type ScenarioState = Scenario["state"];
export type ScenarioChange = Schemas["ScenarioChange"];
export type Obstacle = Schemas["ScenarioObstacle"];
export type Member = Scenario["members"][number];

/** Changes of one request. */
const BLOCK = 100;

/** The scenarios that one sees, newest first. */
export const scenariosQuery = query(["scenarios", "list"], ["scenario.", "card.", "relation."], ({ signal }) =>
  answered(api.GET("/api/v1/scenarios", { signal })),
);

/** Returns a scenario. */
export const scenarioQuery = (scenario_id: string) =>
  query(["scenarios", "one", scenario_id], ["scenario.", "card.", "relation.", "metamodel."], ({ signal }) =>
    answered(api.GET("/api/v1/scenarios/{scenario_id}", { signal, params: { path: { scenario_id } } })),
  );

/** Returns the changes of a scenario in their order, in blocks. */
export const scenarioChangesQuery = (scenario_id: string) =>
  infiniteQueryOptions({
    queryKey: ["scenarios", "changes", scenario_id],
    queryFn: ({ signal, pageParam }) =>
      answered(
        api.GET("/api/v1/scenarios/{scenario_id}/changes", {
          signal,
          params: { path: { scenario_id }, query: { page: pageParam, page_size: BLOCK } },
        }),
      ),
    initialPageParam: 1,
    getNextPageParam: (last, _, page) => (last.length < BLOCK ? undefined : page + 1),
    meta: { events: ["scenario."] },
  });

/** Returns what is in the way of a scenario over the landscape as it is. */
export const obstaclesQuery = ({ id: scenario_id, base_event }: Pick<Scenario, "id" | "base_event">) =>
  query(["scenarios", "obstacles", scenario_id, base_event], [], async ({ signal }) => {
    const path = { scenario_id };
    return (await answered(api.GET("/api/v1/scenarios/{scenario_id}/obstacles", { signal, params: { path } })))
      .obstacles;
  });
