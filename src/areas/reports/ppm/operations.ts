/** /reports/ppm */
import { get, type Operation } from "../../../core/api/operation";
import { Accept, REPORT_MEDIA, respond } from "../table";
import { portfolioDashboard } from "./dashboard";
import { gantt } from "./gantt";
import { groupOptions } from "./groups";
import * as model from "./model";
import { resources } from "./resources";

const REPORT = { permission: "ppm.view", readsMuch: true } as const;

export const operations: readonly Operation[] = [
  get(
    "/reports/ppm/group-options",
    "The types of cards that initiatives can be grouped by",
    { permission: "ppm.view", answer: model.GroupOption.array() },
    groupOptions,
  ),
  get(
    "/reports/ppm/dashboard",
    "The project portfolio in figures",
    { ...REPORT, query: model.PortfolioQuery, answer: model.PortfolioDashboard },
    ({ actor, query }) => portfolioDashboard(actor, query),
  ),
  get(
    "/reports/ppm/gantt",
    "The initiatives over time, with costs, latest status reports and people",
    { ...REPORT, headers: Accept, media: REPORT_MEDIA, query: model.GanttQuery, answer: model.GanttItem.array() },
    ({ actor, query, headers, set }) => respond(gantt(actor, query, set), query, headers),
  ),
  get(
    "/reports/ppm/resources",
    "The people who have tasks in initiatives, with how much of them is open, overdue and done",
    {
      own: true,
      ...REPORT,
      headers: Accept,
      media: REPORT_MEDIA,
      query: model.ResourcesQuery,
      answer: model.Resource.array(),
    },
    ({ actor, query, headers }) => respond(resources(actor, query), query, headers),
  ),
];
