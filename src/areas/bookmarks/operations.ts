/** /bookmarks */
import { z } from "zod";
import type { Actor } from "../../core/access/actor";
import { del, get, type Operation, patch, post } from "../../core/api/operation";
import { baseUrl } from "../../http/base-url";
import { slice } from "../../http/pagination";
import { jsonInChunks, jsonText } from "../../http/responses";
import { createBookmark, deleteBookmark, listBookmarks, requireBookmark, updateBookmark } from "./bookmarks";
import { countFeed, type FeedPage, feedMetadata, readFeed } from "./feed/feed";
import * as feed from "./feed/model";
import { authenticateForFeed, createFeedToken, listFeedTokens, revokeFeedToken } from "./feed-tokens";
import * as model from "./model";

const MANAGE = { permission: "bookmarks.manage" } as const;
const TOKENS = { permission: "inventory.view", tokens: "never" } as const;
const FEED = {
  landscape: true,
  permission: "inventory.view",
  tokens: "feed",
  authenticate: authenticateForFeed,
} as const;
const PAGE = { ...FEED, readsMuch: true, query: feed.FeedQuery, headers: feed.FeedHeaders, answer: feed.Feed } as const;
const CREDENTIALS =
  "It takes an access token also as the password of Basic credentials, or as the parameter `token`; the scope `feed` is enough.";
const ODATA = { "odata-version": "4.0" };

/** Returns a page of a feed as a response. */
function pageResponse({ json, applied }: FeedPage): Response {
  const response = jsonInChunks(json);
  const headers = { ...ODATA, vary: "Prefer", ...(applied && { "preference-applied": applied }) };
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}

const COUNT = {
  own: true,
  ...FEED,
  readsMuch: true,
  query: feed.CountQuery,
  answer: z.int(),
  media: "text/plain",
  description: CREDENTIALS,
} as const;

/** Returns the number of a view's cards as a response. */
const countOf = ({ params, query, actor }: { params: { bm_id: string }; query: feed.CountQuery; actor: Actor }) =>
  jsonText(countFeed(actor, params.bm_id, query.$filter), 200, { "content-type": "text/plain", ...ODATA });

export const operations: readonly Operation[] = [
  get(
    "/bookmarks",
    "The views that the caller sees, newest first",
    { ...MANAGE, query: model.BookmarkQuery, answer: model.Bookmark.array() },
    ({ query, actor, request, set }) => slice(listBookmarks(actor, query.filter, baseUrl(request)), query, set),
  ),
  post(
    "/bookmarks",
    "Save a view",
    { ...MANAGE, body: model.NewBookmark, answer: model.Bookmark, status: 201 },
    ({ body, actor, request }) => createBookmark(actor, body, baseUrl(request)),
  ),
  get(
    "/bookmarks/feed-tokens",
    "The caller's feed tokens, newest first",
    { own: true, ...TOKENS, query: model.FeedTokenQuery, answer: model.FeedToken.array() },
    ({ query, actor, set }) => slice(listFeedTokens(actor), query, set),
  ),
  post(
    "/bookmarks/feed-tokens",
    "Make a feed token",
    {
      own: true,
      ...TOKENS,
      // A stored answer would hold the token, of which only a hash is stored.
      repeatable: false,
      body: model.NewFeedToken,
      answer: model.CreatedFeedToken,
      status: 201,
      description:
        "It is an access token of the scope `feed`: it reads the feeds that the caller may read, and nothing else. It ends at the time given, when it is revoked, and when the account is deactivated or gets another password.",
    },
    ({ body, actor }) => createFeedToken(actor, body),
  ),
  del("/bookmarks/feed-tokens/{token_id}", "Revoke a feed token", { ...TOKENS, own: true }, ({ params, actor }) =>
    revokeFeedToken(actor, params.token_id),
  ),
  patch(
    "/bookmarks/{bm_id}",
    "Change what is given of a view",
    {
      current: ({ params, actor }) => requireBookmark(actor, params.bm_id, ""),
      ...MANAGE,
      body: model.BookmarkChanges,
      answer: model.Bookmark,
    },
    ({ params, body, actor, request }) => updateBookmark(actor, params.bm_id, body, baseUrl(request)),
  ),
  del("/bookmarks/{bm_id}", "Delete a view", MANAGE, ({ params, actor }) => deleteBookmark(actor, params.bm_id)),
  get(
    "/bookmarks/{bm_id}/odata",
    "The cards that a view shows, as an OData feed",
    { ...PAGE, description: CREDENTIALS },
    ({ params, query, headers, actor }) => pageResponse(readFeed(actor, params.bm_id, query, headers)),
  ),
  get(
    "/bookmarks/{bm_id}/odata/Cards",
    "The cards of a view for OData programs, below the name that the metadata gives to the set",
    { own: true, ...PAGE, description: CREDENTIALS },
    ({ params, query, headers, actor }) => pageResponse(readFeed(actor, params.bm_id, query, headers, true)),
  ),
  get("/bookmarks/{bm_id}/odata/$count", "How many cards a view shows", COUNT, countOf),
  get(
    "/bookmarks/{bm_id}/odata/Cards/$count",
    "How many cards a view shows, below the name of the set",
    COUNT,
    countOf,
  ),
  get(
    "/bookmarks/{bm_id}/odata/$metadata",
    "The metadata of a feed",
    {
      own: true,
      ...FEED,
      query: feed.MetadataQuery,
      answer: z.string(),
      media: "application/xml",
      description: CREDENTIALS,
    },
    ({ params, actor }) =>
      new Response(feedMetadata(actor, params.bm_id), { headers: { "content-type": "application/xml", ...ODATA } }),
  ),
];
