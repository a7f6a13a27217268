/** Projects: the portfolio of initiatives, and what one of them reports, plans, costs and risks. */
import { type Filter, queryOf } from "../filters/condition";
import { asReport } from "../reports/search";
import { answered, api, type Schemas } from "../server/client";
import { cache, query } from "../server/queries";

export type Initiative = Schemas["GanttItem"];
export type StatusReport = Schemas["StatusReport"];
export type Health = StatusReport["schedule_health"];
export type Plan = Schemas["Plan"];
export type PlanItem = Schemas["WbsItem"];
export type Task = Schemas["Task"];
export type TaskComment = Schemas["TaskComment"];
export type Dependency = Schemas["Dependency"];
export type CostLine = Schemas["CostLine"];
export type BudgetLine = Schemas["BudgetLine"];
export type ProjectRisk = Schemas["ProjectRisk"];
export type Resource = Schemas["Resource"];

/** The key of the card type of initiatives. */
export const INITIATIVE = "Initiative";

/** Returns the parameters of the portfolio, also for its files. @param group the key of a card type; none for the hierarchy */
export const portfolioParameters = (filter: Filter, group: string | undefined) => ({
  ...queryOf(filter),
  ...(group && { group_by: group }),
});

/** Returns the initiatives with all that the portfolio shows of them. */
export const portfolioQuery = (filter: Filter, group?: string) =>
  query(
    ["projects", "portfolio", portfolioParameters(filter, group)],
    ["ppm.", "card.", "relation.", "stakeholder.", "tag"],
    ({ signal }) =>
      asReport(
        answered(
          api.GET("/api/v1/reports/ppm/gantt", {
            signal,
            params: { query: { ...portfolioParameters(filter, group), details: true } as never },
          }),
        ),
      ),
  );

/** The types of cards that initiatives can be grouped by. */
export const groupsQuery = query(["projects", "groups"], ["metamodel."], ({ signal }) =>
  answered(api.GET("/api/v1/reports/ppm/group-options", { signal })),
);

/** Returns the people who have tasks in initiatives, with how much of them is open. */
export const resourcesQuery = (filter: Filter) =>
  query(["projects", "resources", queryOf(filter)], ["ppm.", "card.", "user."], ({ signal }) =>
    asReport(
      answered(api.GET("/api/v1/reports/ppm/resources", { signal, params: { query: queryOf(filter) as never } })),
    ),
  );

/** Returns the status reports of an initiative, the latest first. */
export const reportsQuery = (initiative_id: string) =>
  query(["projects", "reports", initiative_id], ["ppm.status_report."], ({ signal }) =>
    answered(
      api.GET("/api/v1/ppm/initiatives/{initiative_id}/reports", { signal, params: { path: { initiative_id } } }),
    ),
  );

/** Returns the plan of an initiative. */
export const planQuery = (initiative_id: string) =>
  query(["projects", "plan", initiative_id], ["ppm.wbs_item.", "ppm.task", "ppm.dependency."], ({ signal }) =>
    answered(api.GET("/api/v1/ppm/initiatives/{initiative_id}/plan", { signal, params: { path: { initiative_id } } })),
  );

/** Returns an initiative of the portfolio as it was read or changed last, which may be newer than what is drawn. */
export const newestInitiative = (drawn: Initiative): Initiative =>
  cache
    .getQueriesData<Initiative[]>({ queryKey: ["projects", "portfolio"], type: "active" })
    .flatMap(([, list]) => list ?? [])
    .find(({ id }) => id === drawn.id) ?? drawn;

/** Returns what an initiative costs, line by line; none for whoever may not see its costs. */
export const costsQuery = (initiative_id: string) =>
  query(["projects", "costs", initiative_id], ["ppm.cost_line."], ({ signal }) =>
    answered(api.GET("/api/v1/ppm/initiatives/{initiative_id}/costs", { signal, params: { path: { initiative_id } } })),
  );

/** Returns the budget of an initiative, by year and category; none for whoever may not see its costs. */
export const budgetsQuery = (initiative_id: string) =>
  query(["projects", "budgets", initiative_id], ["ppm.budget_line."], ({ signal }) =>
    answered(
      api.GET("/api/v1/ppm/initiatives/{initiative_id}/budgets", { signal, params: { path: { initiative_id } } }),
    ),
  );

/** Returns the risks of an initiative, the highest first. */
export const projectRisksQuery = (initiative_id: string) =>
  query(["projects", "risks", initiative_id], ["ppm.risk."], ({ signal }) =>
    answered(api.GET("/api/v1/ppm/initiatives/{initiative_id}/risks", { signal, params: { path: { initiative_id } } })),
  );

/** Returns the comments on a task, the oldest first. */
export const commentsQuery = (task_id: string) =>
  query(["projects", "comments", task_id], ["ppm.task_comment."], ({ signal }) =>
    answered(api.GET("/api/v1/ppm/tasks/{task_id}/comments", { signal, params: { path: { task_id } } })),
  );
