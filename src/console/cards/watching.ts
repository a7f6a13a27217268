/** Watching a card: whoever watches it is notified of what happens to it. */
import { t } from "@lingui/core/macro";
import { shown, tryChange } from "../server/changes";
import { answered, api } from "../server/client";
import { cache, query } from "../server/queries";

/** Reads whether one watches a card, and may. */
export const watchingQuery = (card_id: string) =>
  query(["watching", card_id], ["stakeholder."], ({ signal }) =>
    answered(api.GET("/api/v1/cards/{card_id}/me/observe", { signal, params: { path: { card_id } } })),
  );

type Reply = { data?: unknown; error?: unknown; response: Response };

async function sendWatch(card_id: string, isWatching: boolean): Promise<Reply> {
  const params = { path: { card_id } };
  return isWatching
    ? api.POST("/api/v1/cards/{card_id}/me/observe", { params })
    : api.DELETE("/api/v1/cards/{card_id}/me/observe", { params });
}

/** Watches a card, or no longer. */
export async function setWatching({ id, name }: { id: string; name: string }, isWatching: boolean): Promise<boolean> {
  const isSaved = await tryChange({
    sentence: isWatching ? t`You watch ${name}` : t`You watch ${name} no longer`,
    show: [shown(watchingQuery(id), (before) => ({ ...before, is_observer: isWatching }))],
    send: () => sendWatch(id, isWatching),
    inverse: () => sendWatch(id, !isWatching),
  });
  void cache.invalidateQueries({ queryKey: ["cards"] });
  return isSaved;
}
