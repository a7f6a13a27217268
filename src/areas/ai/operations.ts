/** /ai: suggestions and insights. */
import { get, type Operation, post } from "../../core/api/operation";
import { portfolioInsights } from "./insights";
import * as model from "./model";
import { findAiStatus } from "./status";
import { suggest } from "./suggest";

/** The facts of an operation that only asks, over the landscape or over a scenario, and changes nothing. */
const ASK = { landscape: true, repeatable: false } as const;

export const operations: readonly Operation[] = [
  get("/ai/status", "Whether suggestions are offered", { permission: "auth", answer: model.AiStatus }, ({ actor }) =>
    findAiStatus(actor),
  ),
  post(
    "/ai/suggest",
    "Suggest a description; nothing is stored",
    {
      operationId: "suggestDescription",
      ...ASK,
      permission: "ai.suggest",
      body: model.SuggestRequest,
      answer: model.SuggestResponse,
      refusals: [400, 404, 502],
      asks: ({ body, read, signal }) => suggest(body, read, signal),
    },
    ({ fetched }) => fetched,
  ),
  post(
    "/ai/portfolio-insights",
    "Give insights into a portfolio, of which the client sends the figures",
    {
      operationId: "suggestPortfolioInsights",
      ...ASK,
      permission: "ai.portfolio_insights",
      body: model.InsightsRequest,
      answer: model.InsightsResponse,
      refusals: [400, 502],
      asks: ({ body, read, signal }) => portfolioInsights(body, read, signal),
    },
    ({ fetched }) => fetched,
  ),
];
