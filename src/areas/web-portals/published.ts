/** What a portal publishes: itself, and which cards it shows. */
import { inList, keptUntilWrite, listOf, noticeWrites, statement } from "../../../db";
import type { PortalFilters, webPortals } from "../../../db/schema/web-portals";
import { notFound } from "../../http/errors";
import { parseUuid } from "../../platform/ids";
import { type Condition, clause, oneOf, taggedWith, together, unindexed, type Value, valuesOf, where } from "../cards";
import { cardType, costKeysOf, hiddenCardTypes, metamodel, type RelationType } from "../metamodel";
import type { PublicPortal, RelationOption } from "./model";

type PortalRow = typeof webPortals.$inferSelect;

/** A published portal, as far as visitors may know it. */
export type Published = Pick<PortalRow, "id" | "name" | "slug" | "description" | "card_type"> & {
  filters: PortalFilters | null;
  display_fields: unknown[] | null;
  card_config: Record<string, unknown> | null;
};

type Stored = Omit<Published, "filters" | "display_fields" | "card_config"> & {
  filters: string | null;
  display_fields: string | null;
  card_config: string | null;
};

const parsed = <T>(text: string | null) => (text === null ? null : (JSON.parse(text) as T));

/**
 * The portal that is published under a slug. One that isn't published is like one that doesn't exist.
 * @throws Problem 404
 */
export function publishedPortal(slug: string): Published {
  // No guard has looked before, as nobody needs an account here.
  noticeWrites();
  const row = statement<Stored, [string]>(
    `SELECT id, name, slug, description, card_type, filters, display_fields, card_config
     FROM web_portals WHERE slug = ? AND is_published`,
  ).get(slug);
  if (!row) throw notFound("Portal");
  return {
    ...row,
    filters: parsed(row.filters),
    display_fields: parsed(row.display_fields),
    card_config: parsed(row.card_config),
  };
}

/** Which cards a portal shows: active ones of its type, as its filters have it. */
export function shownBy({ card_type: type, filters }: Published): ListConditions {
  const statuses = filters?.approval_statuses ?? [];
  const subtypes = filters?.subtypes ?? [];
  const tagIds = filters?.tag_ids ?? [];
  return {
    countable: [
      where("c.type = ?", type),
      where("c.status = 'ACTIVE'"),
      ...(statuses.length > 0 ? [oneOf("c.approval_status", statuses)] : []),
    ],
    // An imported filter may name what is no id; it then counts for nothing.
    few: tagIds.length > 0 && tagIds.every((id) => parseUuid(id)) ? [taggedWith(tagIds)] : [],
    others: subtypes.length > 0 ? [oneOf("c.subtype", subtypes)] : [],
  };
}

/** The conditions of a list of cards, by how the cards are best found. */
export type ListConditions = {
  /** On type, status and approval: counted beforehand. */
  countable: Condition[];
  /** Those that name cards one by one, most of them few. */
  few: Condition[];
  others: Condition[];
};

/** What a relation type looks like from a portal's card type; undefined when it doesn't touch it. */
function seenFrom(typeKey: string, type: RelationType): PublicPortal["relation_types"][number] | undefined {
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
    // Clients know their own type's label, and are told its key here.
    other_type_label: other === typeKey ? other : (cardType(other)?.label ?? other),
    translations: type.translations,
  };
}

function relationTypesOf(typeKey: string): PublicPortal["relation_types"] {
  const hidden = new Set(hiddenCardTypes());
  return [...metamodel().relationTypes.values()]
    .filter((type) => !type.is_hidden)
    .flatMap((type) => seenFrom(typeKey, type) ?? [])
    .filter((seen) => seen.other_type_key === typeKey || !hidden.has(seen.other_type_key));
}

function typeInfoOf(typeKey: string): PublicPortal["type_info"] {
  const type = cardType(typeKey);
  if (!type) return null;
  const costs = new Set(costKeysOf(typeKey));
  return {
    key: type.key,
    label: type.label,
    icon: type.icon,
    color: type.color,
    fields_schema: type.fields_schema.map((section) => ({
      ...section,
      fields: section.fields.filter((field) => !costs.has(field.key)),
    })),
    subtypes: type.subtypes,
    translations: type.translations,
  };
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
 * A portal as a visitor's page begins with it.
 * @throws Problem 404
 */
export function publicPortal(slug: string): PublicPortal {
  const portal = publishedPortal(slug);
  return {
    ...portal,
    type_info: typeInfoOf(portal.card_type),
    relation_types: relationTypesOf(portal.card_type),
    tag_groups: tagGroupsFor(portal.card_type),
  };
}

/** Keys of the relation types that are hidden. */
export const hiddenRelationTypes = (): string[] =>
  [...metamodel().relationTypes.values()].filter((type) => type.is_hidden).map((type) => type.key);

/** Options that one list may hold. */
const MOST_OPTIONS = 10_000;

/** The relation types through which cards of one type can be at one end, and cards of another at the other. */
const between = (source: string, target: string): string =>
  listOf(
    [...metamodel().relationTypes.values()]
      .filter((type) => !type.is_hidden && type.source_type_key === source && type.target_type_key === target)
      .map((type) => type.key),
  );

function optionsFor(portal: Published, typeKey: string): RelationOption[] {
  const shown = shownBy(portal);
  const outgoing = between(portal.card_type, typeKey);
  const incoming = between(typeKey, portal.card_type);
  const options = (related: string, ...values: Value[]) =>
    statement<RelationOption>(
      `SELECT o.id, o.name FROM cards o WHERE o.type = ? AND o.status = 'ACTIVE' AND ${related}
       ORDER BY o.name, o.seq LIMIT ${MOST_OPTIONS}`,
    ).all(typeKey, ...values);

  if (shown.few.length + shown.others.length > 0) {
    // Few cards: from these to what they are related to.
    const { countable, others } = together(shown.countable, shown.few, shown.others);
    const conditions = [...countable, ...others];
    const ends = (near: string, far: string) =>
      `SELECT r.${far} FROM shown JOIN relations r ON r.${near} = shown.id AND ${inList("r.type")}`;
    return options(
      `o.id IN (WITH shown AS MATERIALIZED (SELECT c.id FROM cards c ${clause(conditions)})
         ${ends("source_id", "target_id")} UNION ${ends("target_id", "source_id")})`,
      ...valuesOf(conditions),
      outgoing,
      incoming,
    );
  }
  // Many: from what may be an option to the first of them.
  const conditions = shown.countable.map(unindexed);
  const related = (near: string, far: string) =>
    `EXISTS (SELECT 1 FROM relations r JOIN cards c ON c.id = r.${far} ${clause(conditions)}
       AND r.${near} = o.id AND ${inList("r.type")})`;
  const values = valuesOf(conditions);
  return options(
    `(${related("source_id", "target_id")} OR ${related("target_id", "source_id")})`,
    ...values,
    incoming,
    ...values,
    outgoing,
  );
}

/** Every visitor's page asks for the same few lists. */
const optionsAsked = keptUntilWrite((asked: string) => {
  const [slug, typeKey] = JSON.parse(asked) as [string, string];
  return optionsFor(publishedPortal(slug), typeKey);
}, 50);

/**
 * The active cards of a type that are related to a card that the portal shows, by name; the first ten thousand of them.
 * @throws Problem 404
 */
export function relationOptions(slug: string, typeKey: string): RelationOption[] {
  const { card_type: own } = publishedPortal(slug);
  if (typeKey !== own && hiddenCardTypes().includes(typeKey)) return [];
  return optionsAsked(JSON.stringify([slug, typeKey]));
}
