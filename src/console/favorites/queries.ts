/** The cards that one has starred. */
import { t } from "@lingui/core/macro";
import { shown, tryChange } from "../server/changes";
import { answered, api } from "../server/client";
import { query } from "../server/queries";

/** Reads one's stars. */
export const favoritesQuery = query(["favorites"], [], ({ signal }) =>
  answered(api.GET("/api/v1/favorites", { signal, params: { query: {} } })),
);

type Reply = { data?: unknown; error?: unknown; response: Response };

/** Sends the star of a card, or its end. */
async function sendStar(card_id: string, isStarred: boolean): Promise<Reply> {
  const params = { path: { card_id } };
  return isStarred
    ? api.POST("/api/v1/favorites/{card_id}", { params })
    : api.DELETE("/api/v1/favorites/{card_id}", { params });
}

/** Stars a card, or takes the star away. */
export const setStar = ({ id, name }: { id: string; name: string }, isStarred: boolean): Promise<boolean> =>
  tryChange({
    sentence: isStarred ? t`${name} is starred` : t`${name} isn't starred any more`,
    show: [
      shown(favoritesQuery, (before) =>
        isStarred
          ? [...before, { id, card_id: id, created_at: new Date().toISOString() }]
          : before.filter(({ card_id }) => card_id !== id),
      ),
    ],
    send: () => sendStar(id, isStarred),
    inverse: () => sendStar(id, !isStarred),
  });
