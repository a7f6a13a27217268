/** /compare: two states, and scenarios side by side. */
import { allOf } from "../../core/access/operation-permission";
import { get, type Operation } from "../../core/api/operation";
import { tableMedia } from "../../http/tables";
import { compare } from "./compare";
import * as model from "./model";
import { ScenarioComparison, WeighingQuery } from "./weighing/model";
import { weigh } from "./weighing/weighing";

/** The facts of both: they are read with today's rights, as JSON or as a file. */
const COMPARISON = {
  own: true,
  permission: allOf("inventory.view", "reports.ea_dashboard"),
  media: ["application/json", ...Object.values(tableMedia)],
  refusals: [404, 503],
} as const;

export const operations: readonly Operation[] = [
  get(
    "/compare",
    "What differs between two moments or scenarios: cards with fields, relations and costs, and the figures of both",
    {
      ...COMPARISON,
      operationId: "compareMoments",
      query: model.CompareQuery,
      answer: model.Comparison,
      description:
        "Cards that the filters match at either moment. A card that was archived at both moments, or came and went between them, doesn't differ. The figures are of the whole landscape. Rights are those of today. A file needs the permission `inventory.export`.",
    },
    ({ actor, query, request }) => compare(actor, query, request),
  ),
  get(
    "/compare/scenarios",
    "Up to four scenarios side by side: costs, applications, coverage, risks, end of life and initiatives, weighed if wanted",
    {
      ...COMPARISON,
      operationId: "compareScenarios",
      query: WeighingQuery,
      answer: ScenarioComparison,
      description:
        "Each figure with its difference to the base. An application costs in a year according to the part of it, by days, between its phase in (or active phase) and its end of life. With weights, each state has a score: in each criterion the best of all has 100 points, the worst 0, those between them in proportion, and all 100 when they are the same; the score is the mean of the points by weight. Rights are those of today. A file needs the permission `inventory.export`.",
    },
    ({ actor, query, request }) => weigh(actor, query, request),
  ),
];
