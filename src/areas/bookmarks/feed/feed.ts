/** The feeds of saved views: the cards that a view shows, for other programs. */
import type { Order } from "../../../../db/query";
import { type Actor, may } from "../../../core/access/actor";
import { forbidden } from "../../../http/errors";
import { type Card, type CardConditions, placesOf, serializeCards, totalOf } from "../../cards";
import { feedPath } from "../bookmarks";
import { type BookmarkRow, sharesOf, viewRows } from "../rows";
import { attributeTypes, typedValues } from "./column-types";
import { expandableKeys, expandedKeys } from "./expansion";
import { parseNames, parseOrder } from "./expressions";
import { conditionOf } from "./filter-conditions";
import { parseFilter } from "./filter-expression";
import { lifecycleTypes, metadataOf, SET } from "./metadata";
import type { Entry, FeedHeaders, FeedQuery } from "./model";
import { cardsPath, nextLink, pageSizeOf } from "./paging";
import { isCost, isSortable, orderOf } from "./properties";
import { readRelated } from "./related";
import { columnsOf, entryOf, narrowed, relationKeysOf, type Selection } from "./selection";
import { conditionsOf, searches, typesOf } from "./stored-filter";
import { propertyOf } from "./view-columns";

/**
 * Finds the view that an actor reads as a feed.
 * @throws Problem 404; 403 when it has no feed, or the actor doesn't see it
 */
function requireFeed(actor: Actor, id: string): BookmarkRow {
  const view = viewRows.require(id);
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

/** Returns the conditions of a view together with those of a `$filter`. */
function feedConditions(actor: Actor, { filters }: BookmarkRow, filter: string | undefined): CardConditions {
  const types = typesOf(filters);
  return conditionsOf(actor, filters, filter === undefined ? [] : [conditionOf({ actor, types }, parseFilter(filter))]);
}

/**
 * Returns the property that a view is sorted by: its own if a feed can be sorted by it and the actor may see it, or else
 * the name.
 */
function sortedBy(actor: Actor, types: readonly string[], field: unknown): string {
  const property = propertyOf(field);
  if (property === undefined || !isSortable(types, property)) return "name";
  const [, key] = property.split("/");
  return key !== undefined && isCost(types, key) && !may(actor, "costs.view") ? "name" : property;
}

/** Returns the order that is asked for, or else that of the view, or else by name. */
function feedOrder(actor: Actor, { filters, sort }: BookmarkRow, orderby: string | undefined): Order {
  const types = typesOf(filters);
  if (orderby === undefined)
    return orderOf(actor, types, [sortedBy(actor, types, sort?.["field"])], sort?.["direction"] === "desc");
  const { properties, descending } = parseOrder(orderby);
  return orderOf(actor, types, properties, descending);
}

/** Returns the context of an answer: for OData clients the place of its entries in the metadata. */
function contextOf(id: string, selection: Selection, isSelected: boolean, forOData: boolean): string {
  if (!forOData) return feedPath(id);
  return `${feedPath(id)}/$metadata#${SET}${isSelected ? `(${[...selection.keys()].join(",")})` : ""}`;
}

/** Returns a function that gives an entry its values in the types that the metadata states. */
function typing(selection: Selection, types: readonly string[]): (entry: Entry) => Entry {
  const attributes = attributeTypes(types, selection.get("attributes"));
  return (entry) => ({
    ...entry,
    ...(selection.has("lifecycle") && { lifecycle: typedValues(lifecycleTypes, entry.lifecycle) }),
    ...(selection.has("attributes") && { attributes: typedValues(attributes, entry.attributes) }),
  });
}

/**
 * Returns the content of a feed: the properties of a view, or those of them that are selected, and the relations that are
 * added.
 */
function contentOf(actor: Actor, view: BookmarkRow, { $select, $expand }: FeedQuery) {
  const columns = columnsOf(actor, view.columns);
  const names = $select === undefined ? undefined : parseNames($select);
  const expanded = expandedKeys($expand, expandableKeys(actor, columns, typesOf(view.filters)));
  return { selection: names ? narrowed(columns, names) : columns, isSelected: names !== undefined, expanded };
}

/** Cards that are read at a time. */
const PORTION = 200;

type Content = ReturnType<typeof contentOf>;

/**
 * Returns the entries of cards as JSON text, portion by portion.
 * @param finish completes an entry
 */
function* entriesOf(
  actor: Actor,
  places: readonly number[],
  { selection, expanded }: Content,
  finish: (entry: Entry) => Entry,
): Generator<string> {
  const keys = [...new Set([...relationKeysOf(selection), ...expanded])];
  for (let start = 0; start < places.length; start += PORTION) {
    const portion = serializeCards(actor, places.slice(start, start + PORTION), "[", "]");
    const cards = JSON.parse(portion.toString()) as Card[];
    const related = readRelated(
      cards.map(({ id }) => id),
      keys,
    );
    const entries = cards.map((card) => ({
      ...finish(entryOf(card, selection, related)),
      ...Object.fromEntries(expanded.map((key) => [key, related(card.id, key)])),
    }));
    yield (start > 0 ? "," : "") + JSON.stringify(entries).slice(1, -1);
  }
}

/** Checks whether a client says that it speaks OData. */
export const speaksOData = (headers: FeedHeaders): boolean =>
  headers["odata-maxversion"] !== undefined || headers["odata-version"] !== undefined;

/** A page of a feed: the JSON text of a Feed in pieces, and the preference of the client that it follows. */
export type FeedPage = { json: Iterable<string>; applied: string | undefined };

/**
 * Reads a page of the cards that a view shows.
 * @param forOData whether the answer is for an OData client
 * @throws Problem 404; 403 without a feed, for views of others, and for comparing costs that the actor may not see; 422 for
 *   expressions that can't be read
 */
export function readFeed(
  actor: Actor,
  id: string,
  query: FeedQuery,
  headers: FeedHeaders,
  forOData = speaksOData(headers),
): FeedPage {
  const view = requireFeed(actor, id);
  const types = typesOf(view.filters);
  const { size, applied } = pageSizeOf(query, headers);
  const { page, $top = Number.POSITIVE_INFINITY, $skip: skip } = query;
  const shown = contentOf(actor, view, query);
  const conditions = feedConditions(actor, view, query.$filter);
  const order = feedOrder(actor, view, query.$orderby);
  const { places, total } = placesOf(conditions, order, { page, page_size: size, skip }, searches(view.filters));
  const end = page * size;
  const taken = places.slice(0, Math.max(0, size - Math.max(0, end - $top)));
  const next = end < Math.min(total - skip, $top) ? nextLink(cardsPath(id, forOData), query, size) : null;
  const head = {
    "@odata.context": contextOf(id, shown.selection, shown.isSelected, forOData),
    ...(query.$count && { "@odata.count": total }),
  };
  // OData has no link after the last page, where other clients expect null.
  const link = forOData && next === null ? "" : `,"@odata.nextLink":${JSON.stringify(next)}`;
  const finish = forOData ? typing(shown.selection, types) : (entry: Entry) => entry;
  function* json() {
    yield `${JSON.stringify(head).slice(0, -1)},"value":[`;
    yield* entriesOf(actor, taken, shown, finish);
    yield `]${link}}`;
  }
  return { json: json(), applied };
}

/**
 * Returns the number of cards that a view shows, as text.
 * @throws Problem as `readFeed`
 */
export function countFeed(actor: Actor, id: string, filter: string | undefined): string {
  return String(totalOf(feedConditions(actor, requireFeed(actor, id), filter)));
}

/**
 * Returns the metadata of the feed of a view.
 * @throws Problem 404; 403 as `readFeed`
 */
export function feedMetadata(actor: Actor, id: string): string {
  const { columns, filters } = requireFeed(actor, id);
  const selection = columnsOf(actor, columns);
  const types = typesOf(filters);
  return metadataOf(selection, types, expandableKeys(actor, selection, types));
}
