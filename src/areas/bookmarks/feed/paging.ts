/** The pages of feeds: how many cards they have, and where the next one is. */
import { feedPath } from "../bookmarks";
import { SET } from "./metadata";
import { type FeedHeaders, type FeedQuery, MAX_PAGE_SIZE, PAGE_SIZE } from "./model";

/** Returns the cards of a page that `Prefer: odata.maxpagesize` asks for; undefined when it doesn't. */
function preferredSize(prefer = ""): number | undefined {
  const [, digits] = /(?:^|[,;\s])(?:odata\.)?maxpagesize\s*=\s*"?(\d{1,9})"?(?:$|[,;\s])/i.exec(prefer) ?? [];
  const size = Number(digits ?? 0);
  return size >= 1 ? Math.min(size, MAX_PAGE_SIZE) : undefined;
}

/**
 * Returns the size of a page: that of the query, or the one that the client prefers, or all that it takes at most;
 * `applied` is the preference that counted.
 */
export function pageSizeOf(
  { page_size, $top = 0 }: FeedQuery,
  { prefer }: FeedHeaders,
): { size: number; applied: string | undefined } {
  if (page_size !== undefined) return { size: page_size, applied: undefined };
  const preferred = preferredSize(prefer);
  if (preferred !== undefined) return { size: preferred, applied: `odata.maxpagesize=${preferred}` };
  // Some programs read one page of what they limit, whatever its link says.
  return { size: $top > PAGE_SIZE && $top <= MAX_PAGE_SIZE ? $top : PAGE_SIZE, applied: undefined };
}

/**
 * Returns the address of the cards of a feed: for programs that speak OData that of the entity set, which the metadata
 * names.
 */
export const cardsPath = (id: string, forOData: boolean): string => feedPath(id) + (forOData ? `/${SET}` : "");

/** Returns the link to the next page of a query. */
export function nextLink(path: string, query: FeedQuery, size: number): string {
  const { page, $top, $skip, $count, $filter, $orderby, $select, $expand, $format, token } = query;
  const link = new URLSearchParams({ page: String(page + 1), page_size: String(size) });
  const given = {
    $top,
    $skip: $skip || undefined,
    $count: $count ? undefined : false,
    $filter,
    $orderby,
    $select,
    $expand,
    $format,
    token,
  };
  for (const [name, value] of Object.entries(given)) if (value !== undefined) link.set(name, String(value));
  return `${path}?${link}`;
}
