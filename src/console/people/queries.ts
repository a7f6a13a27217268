/** People with an account, and those who are invited. */
import { answered, api, type Schemas } from "../server/client";
import { query } from "../server/queries";

export type Account = Schemas["User"];
export type Invitation = Schemas["Invitation"];

/** Reads everybody with an account, those who are deactivated included. */
export const accountsQuery = query(["people", "accounts"], ["user."], ({ signal }) =>
  answered(api.GET("/api/v1/users", { signal, params: { query: { include_inactive: true } } })),
);

/** Reads the invitations that nobody has followed yet. */
export const invitationsQuery = query(["people", "invitations"], ["invitation.", "user."], ({ signal }) =>
  answered(api.GET("/api/v1/users/invitations", { signal })),
);

/** Cards of a person that are read at once. */
export const MAX_PARTS = 100;

/** Values that one condition of the API takes. */
const MAX_VALUES = 100;

/** Reads the cards for which some people are responsible, with everybody who has a part in them; `isWhole` unless there are more. */
export const ownCardsQuery = (ids: readonly string[]) =>
  query(["people", "own cards", ids], ["stakeholder.", "card."], async ({ signal }) => {
    const chunks = Array.from({ length: Math.ceil(ids.length / MAX_VALUES) }, (_, at) =>
      ids.slice(at * MAX_VALUES, (at + 1) * MAX_VALUES),
    );
    const pages = await Promise.all(
      chunks.map((chunk) => {
        const where = `stakeholder.responsible:${chunk.join("|")}`;
        const wanted = { where, fields: "stakeholders", page: 1, page_size: MAX_PARTS };
        return answered(api.GET("/api/v1/cards", { signal, params: { query: wanted } }));
      }),
    );
    const cards = [...new Map(pages.flatMap(({ items }) => items).map((card) => [card.id, card])).values()];
    return { cards, isWhole: pages.every(({ items, total }) => items.length >= total) };
  });

/** Reads the cards in which a person has a part, with everybody who has one. */
export const partsQuery = (id: string) =>
  query(["people", "parts", id], ["stakeholder.", "card."], ({ signal }) =>
    answered(
      api.GET("/api/v1/cards", {
        signal,
        params: { query: { stakeholder: id, fields: "stakeholders", page: 1, page_size: MAX_PARTS } },
      }),
    ),
  );
