/** Views that can be read as feeds, and the tokens that open them. */
import { answered, api, everyPage, type Schemas } from "../server/client";
import { query } from "../server/queries";

export type View = Schemas["Bookmark"];
export type FeedToken = Schemas["FeedToken"];

const SIZE = 200;

/** The views that the account may see. */
export const viewsQuery = query(["bookmarks", "list"], ["bookmark."], ({ signal }) =>
  everyPage(
    (page) => answered(api.GET("/api/v1/bookmarks", { signal, params: { query: { page, page_size: SIZE } as never } })),
    SIZE,
  ),
);

/** One's feed tokens. */
export const feedTokensQuery = query(["bookmarks", "feed-tokens"], ["token."], ({ signal }) =>
  answered(api.GET("/api/v1/bookmarks/feed-tokens", { signal, params: { query: {} } })),
);
