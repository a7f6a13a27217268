/** Questions to a language model: a description of a card, insights into a portfolio, and whether it can be asked. */
import { answered, api, type Schemas } from "../server/client";
import { query } from "../server/queries";

export type Suggestions = Schemas["AiSuggestResponse"];
export type Insights = Schemas["PortfolioInsightsResponse"];
export type PortfolioFigures = Partial<Schemas["PortfolioInsightsRequest"]>;

/** The functions of a model that the account may use. */
export const aiStatusQuery = query(["ai", "status"], ["settings.", "role."], ({ signal }) =>
  answered(api.GET("/api/v1/ai/status", { signal })),
);

/** Asks for the description of a card; nothing is stored. */
export const suggestDescription = (card: Pick<Schemas["Card"], "type" | "name" | "subtype">): Promise<Suggestions> =>
  answered(
    api.POST("/api/v1/ai/suggest", {
      body: { type_key: card.type, name: card.name, subtype: card.subtype ?? null } as never,
    }),
  );

/** Asks for insights into a portfolio, of which only counts are sent. */
export const askForInsights = (figures: PortfolioFigures): Promise<Insights> =>
  answered(api.POST("/api/v1/ai/portfolio-insights", { body: figures as never }));
