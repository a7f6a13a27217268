/** Portals, as administrators manage them. */
import { and, desc, eq, ne } from "drizzle-orm";
import { db, firstValue, inList, listOf, statement, tables, transaction } from "../../../db";
import type { PortalFilters } from "../../../db/schema/web-portals";
import type { Actor } from "../../core/access/actor";
import { differences } from "../../core/journal/differences";
import { publish } from "../../core/journal/journal";
import { recordsOf } from "../../core/records";
import { Problem, refused, type Violation } from "../../http/errors";
import { cardType, type DeletionTarget } from "../metamodel";
import type { NewWebPortal, WebPortal, WebPortalChanges } from "./model";

const { webPortals } = tables;

/** Lists the portals, newest first. */
export const listPortals = (): WebPortal[] =>
  db.select().from(webPortals).orderBy(desc(webPortals.created_at), desc(webPortals.id)).all();

const portals = recordsOf(webPortals, "Portal");

/** Finds a portal, published or not. @throws Problem 404 */
export const requirePortal = (id: string): WebPortal => portals.require(id);

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** @throws Problem 400 for an invalid slug */
export function checkSlugForm(slug: string): void {
  if (!SLUG.test(slug))
    throw refused("The slug must be words of small letters and digits, with single hyphens between them");
}

/**
 * @param id of the portal that gets the slug, when it exists
 * @throws Problem 400 for an invalid slug, or one of another portal
 */
function checkSlug(slug: string, id = ""): void {
  checkSlugForm(slug);
  const other = db
    .select({ id: webPortals.id })
    .from(webPortals)
    .where(and(eq(webPortals.slug, slug), ne(webPortals.id, id)))
    .get();
  if (other) throw refused(`The slug ${slug} is taken by another portal`);
}

/** @throws Problem 400 for a card type that doesn't exist */
function checkCardType(key: string): void {
  if (!cardType(key)) throw refused(`Card type ${JSON.stringify(key)} not found`);
}

const existingTags = (ids: readonly string[]): ReadonlySet<string> =>
  new Set(
    statement<[string], [string]>(`SELECT id FROM tags WHERE ${inList("id")}`)
      .values(listOf(ids))
      .map(([id]) => id as string),
  );

/** Returns a violation for each entry of a list that is unknown. */
function unknownEntries(
  list: "subtypes" | "tag_ids",
  entries: readonly string[],
  known: ReadonlySet<string>,
  msg: string,
) {
  return entries.flatMap((input, at): Violation[] =>
    known.has(input) ? [] : [{ type: "value_error", loc: ["body", "filters", list, at], msg, input }],
  );
}

/**
 * Checks that the filters name subtypes of the card type and tags that exist.
 * @param before the portal's filters for the same card type; what they name is accepted even when it is deleted
 * @throws Problem 422 naming each that is unknown
 */
function checkFilters(typeKey: string, filters: PortalFilters, before?: PortalFilters | null): void {
  const subtypes = (cardType(typeKey)?.subtypes ?? []).map((subtype) => subtype.key);
  const tagIds = filters.tag_ids ?? [];
  const violations = [
    ...unknownEntries(
      "subtypes",
      filters.subtypes ?? [],
      new Set([...subtypes, ...(before?.subtypes ?? [])]),
      `must be a subtype of ${typeKey}`,
    ),
    ...unknownEntries(
      "tag_ids",
      tagIds,
      new Set([...existingTags(tagIds), ...(before?.tag_ids ?? [])]),
      "must be the id of a tag",
    ),
  ];
  if (violations.length > 0) throw new Problem(422, violations);
}

/**
 * Creates a portal.
 * @throws Problem 400 for an invalid or used slug or an unknown card type; 422 for filters that name what doesn't exist
 */
export function createPortal(actor: Actor, input: NewWebPortal): WebPortal {
  return transaction(() => {
    const { description = null, filters = null, display_fields = null, card_config = null, ...rest } = input;
    const { name, slug, card_type, is_published } = rest;
    checkSlug(slug);
    checkCardType(card_type);
    if (filters) checkFilters(card_type, filters);
    const row = portals.create({
      name,
      slug,
      description,
      card_type,
      filters,
      display_fields,
      card_config,
      is_published,
      created_by: actor.userId,
    });
    publish(actor, { type: "web_portal.created", data: { id: row.id, name, slug, card_type, is_published } });
    return row;
  });
}

/**
 * Updates the fields of a portal that are given; `is_published` publishes it or withdraws it.
 * @throws Problem 404; 400 for an invalid or used slug or an unknown card type; 422 for filters that name what doesn't exist
 */
export function updatePortal(actor: Actor, id: string, asked: WebPortalChanges): WebPortal {
  return transaction(() => {
    const before = requirePortal(id);
    const wanted: WebPortal = { ...before, ...asked };
    const sameType = wanted.card_type === before.card_type;
    if (asked.slug !== undefined && asked.slug !== before.slug) checkSlug(asked.slug, id);
    if (!sameType) checkCardType(wanted.card_type);
    if (asked.filters) checkFilters(wanted.card_type, asked.filters, sameType ? before.filters : null);
    const changes = differences(before, wanted);
    if (Object.keys(changes).length === 0) return before;
    const after = portals.update(before, asked);
    const { name, slug } = after;
    publish(actor, { type: "web_portal.updated", data: { id, name, slug, changes } });
    return after;
  });
}

/**
 * Deletes a portal.
 * @throws Problem 404
 */
export function deletePortal(actor: Actor, id: string): void {
  transaction(() => {
    const { name, slug } = requirePortal(id);
    portals.delete(id);
    publish(actor, { type: "web_portal.deleted", data: { id, name, slug } });
  });
}

const portalsOf = (typeKey: string) =>
  firstValue<number>("SELECT count(*) AS count FROM web_portals WHERE card_type = ?", typeKey) ?? 0;

/** Counts the portals that show cards of a type; its deletion leaves them as they are. */
export const countPortalsOf = ({ kind, key }: DeletionTarget) => ({
  removed: 0,
  left: kind === "card_type" ? portalsOf(key) : 0,
});
