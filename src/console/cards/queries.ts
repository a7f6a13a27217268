/** Cards, as several pages read them. */
import { answered, api } from "../server/client";
import { query } from "../server/queries";

/** The number of cards of each type. */
export const countsQuery = query(["cards", "counts"], ["card."], ({ signal }) =>
  answered(api.GET("/api/v1/cards/counts", { signal })),
);

/** A card by its id. */
export const cardQuery = (card_id: string) =>
  query(["cards", "one", card_id], ["card."], ({ signal }) =>
    answered(api.GET("/api/v1/cards/{card_id}", { signal, params: { path: { card_id } } })),
  );
