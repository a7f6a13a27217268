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
