/** Lists of the cards of a portal, as a visitor filters them. */
import { cachedUntilWrite, inList, listOf, notInList, statement } from "../../../db";
import { type Condition, isIndexed, matching, related, taggedWith, where } from "../../../db/query";
import { invalid } from "../../http/errors";
import { isDescending } from "../../http/pagination";
import { idsOf } from "../../http/query";
import { parseUuid } from "../../platform/ids";
import { byColumn, placesOf, together } from "../cards";
import { costKeysOf, hiddenCardTypes, relationType } from "../metamodel";
import { attributeIn } from "./attribute-conditions";
import type { PortalCardsQuery } from "./model";
import { conditionsOf, type PublishedPortal, requirePublished } from "./public-portal";
import { serializeCards } from "./serialize-cards";

/** Attributes, and relations, that one request may filter by. */
const MAX_FILTERS = 20;

const NOTHING = where("FALSE");

/**
 * Returns the entries of a JSON object in a query; none when it is something else.
 * @throws Problem 422 when there are too many
 */
function entriesOf(parameter: string, text: string | undefined): [key: string, value: unknown][] {
  let value: unknown;
  try {
    value = JSON.parse(text || "null");
  } catch {
    return [];
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  const entries = Object.entries(value);
  if (entries.length > MAX_FILTERS)
    throw invalid(["query", parameter], `must not have more than ${MAX_FILTERS} entries`, "value_error", text);
  return entries;
}

const textOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

/** Conditions on costs are ignored, because they would disclose costs. */
function byAttributes(portal: PublishedPortal, query: PortalCardsQuery): Condition[] {
  const costs = costKeysOf(portal.card_type);
  return entriesOf("attr_filters", query.attr_filters)
    .filter(([key, value]) => !costs.includes(key) && value !== null && value !== "")
    .map(([key, value]) => attributeIn(key, [textOf(value)]));
}

/** Returns the ones of the cards that visitors may know: active ones of visible types or of the portal's own. */
const visibleAmong = (portal: PublishedPortal, ids: readonly string[]): ReadonlySet<string> =>
  new Set(
    statement<[string], string[]>(
      `SELECT id FROM cards WHERE ${inList("id")} AND status = 'ACTIVE'
         AND (type = ? OR ${notInList("type")})`,
    )
      .values(listOf(ids), portal.card_type, listOf(hiddenCardTypes()))
      .map(([id]) => id as string),
  );

function byRelations(portal: PublishedPortal, query: PortalCardsQuery): Condition[] {
  const asked = [
    ...entriesOf("relation_filters", query.relation_filters),
    ...(query.related_type && query.related_id ? [[query.related_type, query.related_id] as const] : []),
  ].flatMap(([type, value]) => {
    const id = typeof value === "string" ? parseUuid(value) : undefined;
    return id ? [{ type, id }] : [];
  });
  if (asked.length === 0) return [];
  const visible = visibleAmong(
    portal,
    asked.map(({ id }) => id),
  );
  return asked.map(({ type, id }) =>
    visible.has(id) && relationType(type)?.is_hidden === false ? related(id, type) : NOTHING,
  );
}

/** Returns a search with wildcards scans the portal's cards; one without uses the index when it is long enough. */
function bySearch(search: string): Condition {
  if (!hasWildcards(search)) return matching(search);
  const pattern = `%${search.replace(/%+/g, "%")}%`;
  return where("(c.name_key LIKE ? OR c.description LIKE ?)", pattern.toLowerCase(), pattern);
}

const hasWildcards = (search: string) => /[%_]/.test(search);

/** Finds the places of the cards on a page (their `seq`), and how many match. */
function findPlaces(portal: PublishedPortal, query: PortalCardsQuery): { places: number[]; total: number } {
  const { search, subtype } = query;
  const shown = conditionsOf(portal);
  const tagIds = idsOf(query.tag_ids) ?? [];
  const searched = search !== undefined && isIndexed(search) && !hasWildcards(search);
  const conditions = together(
    shown.countable,
    [
      ...(searched ? [matching(search)] : []),
      ...byRelations(portal, query),
      ...shown.few,
      ...(tagIds.length > 0 ? [taggedWith(tagIds)] : []),
    ],
    [
      ...shown.others,
      ...(subtype ? [where("c.subtype = ?", subtype)] : []),
      ...(search && !searched ? [bySearch(search)] : []),
      ...byAttributes(portal, query),
    ],
  );
  return placesOf(conditions, byColumn(query.sort_by, isDescending(query)), query, searched);
}

/** Visitors request the same pages again, and finding one may take a scan of all cards. */
const cachedPlaces = cachedUntilWrite((key: string) => {
  const [slug, query] = JSON.parse(key) as [string, PortalCardsQuery];
  return findPlaces(requirePublished(slug), query);
}, 1_000);

/**
 * Lists a page of the cards that a portal shows, as JSON text of a PortalCardPage. Invalid filters are ignored.
 * @throws Problem 404; 422 for too many filters
 */
export function listPortalCards(slug: string, query: PortalCardsQuery): string {
  const portal = requirePublished(slug);
  const { page, page_size } = query;
  const { places, total } = cachedPlaces(JSON.stringify([slug, query]));
  return `{"items":[${serializeCards(portal, places)}],"total":${total},"page":${page},"page_size":${page_size}}`;
}
