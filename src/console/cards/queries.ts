/** Cards, as several pages read them. */
import { answered, api } from "../server/client";
import { query } from "../server/queries";

/** The number of cards of each type. */
export const countsQuery = query(["cards", "counts"], ["card."], ({ signal }) =>
  answered(api.GET("/api/v1/cards/counts", { signal })),
);

/** The number of cards in which I have a part and whose approval broke. */
export const brokenCountQuery = query(["cards", "counts", "broken"], ["card.", "stakeholder."], async ({ signal }) => {
  const { total } = await answered(
    api.GET("/api/v1/cards", {
      signal,
      params: { query: { mine: "stakeholder", approval_status: "BROKEN", fields: "name", page_size: 1 } },
    }),
  );
  return total;
});

/** Returns a card by its id. */
export const cardQuery = (card_id: string) =>
  query(
    ["cards", "one", card_id],
    ["card.", "tag", "stakeholder.", "ppm.cost_line.", "ppm.budget_line."],
    ({ signal }) => answered(api.GET("/api/v1/cards/{card_id}", { signal, params: { path: { card_id } } })),
  );

/** Returns the data quality of a card, item by item. */
export const qualityQuery = (card_id: string) =>
  query(["cards", "quality", card_id], ["card.", "relation.", "tag", "stakeholder.", "metamodel."], ({ signal }) =>
    answered(api.GET("/api/v1/cards/{card_id}/quality", { signal, params: { path: { card_id } } })),
  );

/** Relations of a card that are read at once; a card with more says so. */
export const MAX_RELATIONS = 200;

/** Returns the relations of a card, at either end. */
export const relationsQuery = (card_id: string) =>
  query(["cards", "relations", card_id], ["relation.", "card."], ({ signal }) =>
    answered(
      api.GET("/api/v1/relations", {
        signal,
        params: { query: { card_id, page: 1, page_size: MAX_RELATIONS } },
      }),
    ),
  );

/** Returns the ancestors and children of a card. */
export const hierarchyQuery = (card_id: string) =>
  query(["cards", "hierarchy", card_id], ["card."], ({ signal }) =>
    answered(api.GET("/api/v1/cards/{card_id}/hierarchy", { signal, params: { path: { card_id } } })),
  );

/** Returns what goes along when a card is archived or deleted. */
export const archiveImpactQuery = (card_id: string) =>
  query(["cards", "archive-impact", card_id], ["card.", "relation."], ({ signal }) =>
    answered(api.GET("/api/v1/cards/{card_id}/archive-impact", { signal, params: { path: { card_id } } })),
  );

/** Returns the cards that went along with an archived one, and may come back with it. */
export const restoreImpactQuery = (card_id: string) =>
  query(["cards", "restore-impact", card_id], ["card."], ({ signal }) =>
    answered(api.GET("/api/v1/cards/{card_id}/restore-impact", { signal, params: { path: { card_id } } })),
  );

/** Risks, decisions and diagrams of a card that are shown at once. */
const MAX_PAPERS = 20;

/** Returns the risks of a card. */
export const cardRisksQuery = (card_id: string) =>
  query(["cards", "risks", card_id], ["risk"], ({ signal }) =>
    answered(
      api.GET("/api/v1/cards/{card_id}/risks", {
        signal,
        params: { path: { card_id }, query: { page: 1, page_size: MAX_PAPERS } },
      }),
    ),
  );

/** Returns the findings about a card, the gravest first. */
export const cardFindingsQuery = (card_id: string) =>
  query(["cards", "findings", card_id], ["compliance_finding.", "analysis."], ({ signal }) =>
    answered(
      api.GET("/api/v1/cards/{card_id}/compliance-findings", {
        signal,
        params: { path: { card_id }, query: { page: 1, page_size: MAX_PAPERS } },
      }),
    ),
  );

/** Returns the decisions about a card. */
export const cardDecisionsQuery = (card_id: string) =>
  query(["cards", "decisions", card_id], ["adr"], ({ signal }) =>
    answered(
      api.GET("/api/v1/adr/by-card/{card_id}", {
        signal,
        params: { path: { card_id }, query: { page: 1, page_size: MAX_PAPERS } },
      }),
    ),
  );

/** Returns the diagrams that a card is linked to or drawn on. */
export const cardDiagramsQuery = (shown_card_id: string) =>
  query(["cards", "diagrams", shown_card_id], ["diagram"], ({ signal }) =>
    answered(
      api.GET("/api/v1/diagrams", { signal, params: { query: { shown_card_id, page: 1, page_size: MAX_PAPERS } } }),
    ),
  );

/** Returns the rights of the account in a card, as `can_edit`. */
export const rightsQuery = (card_id: string) =>
  query(["cards", "rights", card_id], ["role.", "user.", "stakeholder.", "impersonation."], ({ signal }) =>
    answered(api.GET("/api/v1/cards/{card_id}/my-permissions", { signal, params: { path: { card_id } } })),
  );

/** Returns the people who have a part in a card. */
export const peopleQuery = (card_id: string) =>
  query(["cards", "people", card_id], ["stakeholder.", "user."], ({ signal }) =>
    answered(api.GET("/api/v1/cards/{card_id}/stakeholders", { signal, params: { path: { card_id } } })),
  );

/** Comments on a card that are read at once. */
const MAX_COMMENTS = 50;

/** Returns the newest threads of comments on a card. */
export const commentsQuery = (card_id: string) =>
  query(["cards", "comments", card_id], ["comment."], ({ signal }) =>
    answered(
      api.GET("/api/v1/cards/{card_id}/comments", {
        signal,
        params: { path: { card_id }, query: { page: 1, page_size: MAX_COMMENTS } },
      }),
    ),
  );

const HISTORY_EVENTS = ["card.", "relation.", "comment.", "stakeholder.", "todo.", "document.", "file.", "risk."];

/** Returns the events of a card, the newest first. @param page counted from 1 */
export const historyQuery = (card_id: string, page: number, page_size: number) =>
  query(["cards", "history", card_id, page, page_size], HISTORY_EVENTS, ({ signal }) =>
    answered(
      api.GET("/api/v1/cards/{card_id}/history", {
        signal,
        params: { path: { card_id }, query: { page, page_size } },
      }),
    ),
  );

/** Returns the life cycles of some cards. @param ids of at most a few cards */
export const livesQuery = (ids: readonly string[]) =>
  query(["cards", "lives", ids], ["card."], ({ signal }) =>
    answered(api.GET("/api/v1/cards", { signal, params: { query: { ids: ids.join(","), page_size: 20 } } })),
  );

/** Returns some cards, in the order of their names. @param ids of at most 200 */
export const someCardsQuery = (ids: readonly string[]) =>
  query(["cards", "some", ids], ["card."], async ({ signal }) => {
    if (ids.length === 0) return [];
    const query = { ids: ids.slice(0, 200).join(","), page_size: 200, sort_by: "name" };
    return (await answered(api.GET("/api/v1/cards", { signal, params: { query } }))).items;
  });
