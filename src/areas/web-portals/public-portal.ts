/** Published portals, as visitors see them, and the cards that they show. */
import { and, eq } from "drizzle-orm";
import { cachedUntilWrite, db, statement, tables } from "../../../db";
import { type Condition, oneOf, taggedWith, where } from "../../../db/query";
import { found } from "../../http/errors";
import { limitGuesses } from "../../http/rate-limit";
import { contextOf } from "../../http/request-context";
import { parseUuid } from "../../platform/ids";
import { cardType, costKeysOf, hiddenCardTypes, metamodel, type RelationType } from "../metamodel";
import { attributeIn } from "./attribute-conditions";
import type { PublicPortal } from "./model";

const { webPortals } = tables;
/** The columns of a portal that are public. */
const { id, name, slug, description, card_type, filters, display_fields, card_config } = webPortals;
const PUBLIC = { id, name, slug, description, card_type, filters, display_fields, card_config };

/** A published portal, as far as it is public. */
export type PublishedPortal = Pick<typeof webPortals.$inferSelect, keyof typeof PUBLIC>;

/** Also notices what other processes have written, which no guard does for public operations. */
const findPublished = cachedUntilWrite((slug: string): PublishedPortal | undefined => {
  const isPublished = and(eq(webPortals.slug, slug), eq(webPortals.is_published, true));
  return db.select(PUBLIC).from(webPortals).where(isPublished).get();
});

/**
 * Finds the portal that is published under a slug.
 * @throws Problem 404, also for a portal that is not published
 */
export const requirePublished = (slug: string): PublishedPortal => found(findPublished(slug), "Portal");

/**
 * Lets a visitor see the portal that is published under a slug, with a limit on how many unknown slugs one client can try.
 * @throws Problem 404 or 429
 */
export const admitVisitor = (request: Request, { slug = "" }: Readonly<Record<string, string>>): void =>
  void limitGuesses(contextOf(request).address, slug, () => requirePublished(slug));

/** Returns the conditions for the cards that a portal shows: active ones of its type that match its filters. */
export function conditionsOf({ card_type: type, filters }: PublishedPortal): ListConditions {
  const statuses = filters?.approval_statuses ?? [];
  const subtypes = filters?.subtypes ?? [];
  const tagIds = filters?.tag_ids ?? [];
  return {
    countable: [
      where("c.type = ?", type),
      where("c.status = 'ACTIVE'"),
      ...(statuses.length > 0 ? [oneOf("c.approval_status", statuses)] : []),
    ],
    // Imported filters may hold invalid ids, and are then ignored.
    few: tagIds.length > 0 && tagIds.every((id) => parseUuid(id)) ? [taggedWith(tagIds)] : [],
    others: [...(subtypes.length > 0 ? [oneOf("c.subtype", subtypes)] : []), ...byAttributes(type, filters)],
  };
}

/** Returns the conditions on attributes; those on costs, and what an import has brought in another form, are ignored. */
function byAttributes(type: string, filters: PublishedPortal["filters"]): Condition[] {
  const costs = costKeysOf(type);
  return Object.entries(filters?.attributes ?? {}).flatMap(([key, values]) =>
    costs.includes(key) || !Array.isArray(values) || values.length === 0 ? [] : [attributeIn(key, values.map(String))],
  );
}

/** The conditions of a list of cards, by how they are evaluated. */
export type ListConditions = {
  /** Conditions on type, status and approval, whose counts are stored. */
  countable: Condition[];
  /** Selective ones, each by an index. */
  few: Condition[];
  others: Condition[];
};

/** Returns the relation types that are hidden, or those that are not. */
export const relationTypes = (hidden: boolean): RelationType[] =>
  [...metamodel().relationTypes.values()].filter((type) => type.is_hidden === hidden);

/** Serializes a relation type as seen from a portal's card type; undefined when that is at neither end. */
function serializeRelationType(
  typeKey: string,
  type: RelationType,
): PublicPortal["relation_types"][number] | undefined {
  const { source_type_key, target_type_key } = type;
  if (source_type_key !== typeKey && target_type_key !== typeKey) return undefined;
  const other = source_type_key === typeKey ? target_type_key : source_type_key;
  return {
    key: type.key,
    label: type.label,
    reverse_label: type.reverse_label,
    source_type_key,
    target_type_key,
    other_type_key: other,
    // Of the portal's own card type, whose label clients have, it is the key.
    other_type_label: other === typeKey ? other : (cardType(other)?.label ?? other),
    translations: type.translations,
  };
}

function relationTypesOf(typeKey: string): PublicPortal["relation_types"] {
  const hidden = new Set(hiddenCardTypes());
  return relationTypes(false)
    .flatMap((type) => serializeRelationType(typeKey, type) ?? [])
    .filter(({ other_type_key: other }) => other === typeKey || !hidden.has(other));
}

function typeInfoOf(typeKey: string): PublicPortal["type_info"] {
  const type = cardType(typeKey);
  if (!type) return null;
  const costs = new Set(costKeysOf(typeKey));
  const { key, label, icon, color, subtypes, translations } = type;
  const fields_schema = type.fields_schema.map((section) => ({
    ...section,
    fields: section.fields.filter((field) => !costs.has(field.key)),
  }));
  return { key, label, icon, color, fields_schema, subtypes, translations };
}

type TagRow = { group_id: string; group_name: string; id: string | null; name: string; color: string | null };

function tagGroupsFor(typeKey: string): PublicPortal["tag_groups"] {
  const rows = statement<TagRow, [string]>(
    `SELECT g.id AS group_id, g.name AS group_name, t.id, t.name, t.color FROM tag_groups g
     LEFT JOIN tags t ON t.tag_group_id = g.id
     WHERE coalesce(json_array_length(g.restrict_to_types), 0) = 0
       OR EXISTS (SELECT 1 FROM json_each(g.restrict_to_types) WHERE value = ?)
     ORDER BY lower(g.name), g.id, lower(t.name), t.id`,
  ).all(typeKey);
  const groups = new Map<string, PublicPortal["tag_groups"][number]>();
  for (const { group_id, group_name, id, name, color } of rows) {
    const group = groups.get(group_id) ?? { id: group_id, name: group_name, tags: [] };
    groups.set(group_id, group);
    if (id !== null) group.tags.push({ id, name, color });
  }
  return [...groups.values()];
}

/**
 * Returns a published portal with its card type, relation types and tag groups.
 * @throws Problem 404
 */
export function publicPortal(slug: string): PublicPortal {
  const portal = requirePublished(slug);
  return {
    ...portal,
    type_info: typeInfoOf(portal.card_type),
    relation_types: relationTypesOf(portal.card_type),
    tag_groups: tagGroupsFor(portal.card_type),
  };
}
