/** The feeds of saved views: the cards that a view shows, for other programs. */

import type { Order } from "../../../../db/query";
import type { Actor } from "../../../core/access/actor";
import { forbidden } from "../../../http/errors";
import { type Card, type CardConditions, placesOf, serializeCards, totalOf } from "../../cards";
import { feedPath } from "../bookmarks";
import { type BookmarkRow, requireBookmarkRow, sharesOf } from "../rows";
import { parseFilter, parseOrder, parseSelect } from "./expressions";
import { metadataOf, SET } from "./metadata";
import type { FeedQuery } from "./model";
import { conditionOf, isColumn, orderOf } from "./properties";
import { columnsOf, entryOf, narrowed, type Selection } from "./selection";
import { conditionsOf, searches, typesOf } from "./stored-filter";

/**
 * The view that an actor reads as a feed.
 * @throws Problem 404; 403 when it has no feed, or the actor doesn't see it
 */
function requireFeed(actor: Actor, id: string): BookmarkRow {
  const view = requireBookmarkRow(id);
  if (!view.odata_enabled) throw forbidden("The feed of this view is not enabled");
  const isShown =
    view.user_id === actor.userId ||
    view.visibility === "public" ||
    sharesOf([id])
      .get(id)
      ?.some(({ user_id }) => user_id === actor.userId);
  if (!isShown) throw forbidden("Access denied");
  return view;
}

/** The conditions of a view together with those of a `$filter`. */
function feedConditions(actor: Actor, { filters }: BookmarkRow, filter: string | undefined): CardConditions {
  const comparisons = filter === undefined ? [] : parseFilter(filter);
  const further = comparisons.map((comparison) => conditionOf(actor, typesOf(filters), comparison));
  return conditionsOf(actor, filters, further);
}

/** The order that is asked for, or else that of the view, or else by name. */
function feedOrder(actor: Actor, { filters, sort }: BookmarkRow, orderby: string | undefined): Order {
  if (orderby !== undefined) {
    const { properties, descending } = parseOrder(orderby);
    return orderOf(actor, typesOf(filters), properties, descending);
  }
  const field = sort?.["field"];
  return orderOf(actor, [], [isColumn(field) ? field : "name"], sort?.["direction"] === "desc");
}

/** The link to the next page of a query. */
function nextLink(id: string, query: FeedQuery): string {
  const { page, page_size, $top, $skip, $count, $filter, $orderby, $select, $format, token } = query;
  const link = new URLSearchParams({ page: String(page + 1), page_size: String(page_size) });
  const given = {
    $top,
    $skip: $skip || undefined,
    $count: $count ? undefined : false,
    $filter,
    $orderby,
    $select,
    $format,
    token,
  };
  for (const [name, value] of Object.entries(given)) if (value !== undefined) link.set(name, String(value));
  return `${feedPath(id)}?${link}`;
}

/** The context of an answer: for OData clients the place of its entries in the metadata. */
function contextOf(id: string, selection: Selection, isSelected: boolean, forOData: boolean): string {
  if (!forOData) return feedPath(id);
  return `${feedPath(id)}/$metadata#${SET}${isSelected ? `(${[...selection.keys()].join(",")})` : ""}`;
}

/**
 * A page of the cards that a view shows, as JSON text of a Feed.
 * @param forOData whether the client says that it speaks OData
 * @throws Problem 404; 403 without a feed, for views of others, and for comparing costs that the actor may not see; 422 for
 *   expressions that can't be read
 */
export function readFeed(actor: Actor, id: string, query: FeedQuery, forOData: boolean): string {
  const view = requireFeed(actor, id);
  const { page, page_size, $top = Number.POSITIVE_INFINITY, $skip: skip } = query;
  const names = query.$select === undefined ? undefined : parseSelect(query.$select);
  const columns = columnsOf(view.columns);
  const selection = names ? narrowed(columns, names) : columns;
  const conditions = feedConditions(actor, view, query.$filter);
  const order = feedOrder(actor, view, query.$orderby);
  const { places, total } = placesOf(conditions, order, { page, page_size, skip }, searches(view.filters));
  const end = page * page_size;
  const shown = places.slice(0, Math.max(0, page_size - Math.max(0, end - $top)));
  const cards = JSON.parse(serializeCards(actor, shown, "[", "]").toString()) as Card[];
  const next = end < Math.min(total - skip, $top) ? nextLink(id, query) : null;
  return JSON.stringify({
    "@odata.context": contextOf(id, selection, names !== undefined, forOData),
    ...(query.$count && { "@odata.count": total }),
    value: cards.map((card) => entryOf(card, selection)),
    // OData has no link after the last page, where other clients expect null.
    ...(!(forOData && next === null) && { "@odata.nextLink": next }),
  });
}

/**
 * The number of cards that a view shows, as text.
 * @throws Problem as `readFeed`
 */
export function countFeed(actor: Actor, id: string, filter: string | undefined): string {
  return String(totalOf(feedConditions(actor, requireFeed(actor, id), filter)));
}

/**
 * The metadata of the feed of a view.
 * @throws Problem 404; 403 as `readFeed`
 */
export const feedMetadata = (actor: Actor, id: string): string => metadataOf(columnsOf(requireFeed(actor, id).columns));
