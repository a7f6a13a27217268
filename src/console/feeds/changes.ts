/** Feeds and their tokens, changed. */
import { t } from "@lingui/core/macro";
import { shown, toast, tryChange } from "../server/changes";
import { answered, api } from "../server/client";
import { cache } from "../server/queries";
import { asRefusal } from "../server/refusal";
import { type FeedToken, feedTokensQuery, type View, viewsQuery } from "./queries";

/** Offers a view as a feed, or no longer. */
export const offerFeed = ({ id, name }: View, odata_enabled: boolean): Promise<boolean> =>
  tryChange({
    sentence: odata_enabled ? t`${name} can be read as a feed` : t`${name} is no feed any more`,
    show: [shown(viewsQuery, (before) => before.map((one) => (one.id === id ? { ...one, odata_enabled } : one)))],
    send: () => api.PATCH("/api/v1/bookmarks/{bm_id}", { params: { path: { bm_id: id } }, body: { odata_enabled } }),
  });

/**
 * Makes a token.
 * @param end the day on which it ends
 * @returns the token itself, which is never shown again; undefined when it was refused
 */
export async function createToken(name: string, end: string): Promise<string | undefined> {
  try {
    const body = { name, expires_at: end };
    const { token } = await answered(api.POST("/api/v1/bookmarks/feed-tokens", { body }));
    await cache.invalidateQueries({ queryKey: feedTokensQuery.queryKey });
    return token;
  } catch (error) {
    toast("failed", asRefusal(error).message);
    return undefined;
  }
}

/** Revokes a token for good. */
export const revokeToken = ({ id }: FeedToken): Promise<boolean> =>
  tryChange({
    show: [shown(feedTokensQuery, (before) => before.filter((one) => one.id !== id))],
    send: () => api.DELETE("/api/v1/bookmarks/feed-tokens/{token_id}", { params: { path: { token_id: id } } }),
  });
