/** Tag groups. */

import { asc, eq } from "drizzle-orm";
import { db, firstValue, listOf, statement, tables, transaction } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { differences } from "../../core/journal/differences";
import { publish } from "../../core/journal/journal";
import { recordsOf } from "../../core/records";
import { invalid } from "../../http/errors";
import { mandatoryGroups, refreshQualityOfTypes } from "../cards";
import type { DeletionTarget } from "../metamodel";
import type {
  ChangedTagGroup,
  CreatedTagGroup,
  NewTagGroup,
  Tag,
  TagGroup,
  TagGroupChanges,
  TagGroupUsage,
} from "./model";

const { tagGroups, tags } = tables;
type GroupRow = typeof tagGroups.$inferSelect;
type TagRow = typeof tags.$inferSelect;

/** Serializes a tag. */
export const serializeTag = ({ tag_group_id, sort_order: _, ...tag }: TagRow): Tag => ({ ...tag, tag_group_id });

const serializeGroup = ({ created_at: _, ...group }: GroupRow): ChangedTagGroup => group;

/** Compares texts in lower case. */
function compareTexts(one: string, other: string): number {
  const a = one.toLowerCase();
  const b = other.toLowerCase();
  return a < b ? -1 : a > b ? 1 : 0;
}

const inOrder = (rows: readonly TagRow[]): Tag[] =>
  rows
    .toSorted((one, other) => one.sort_order - other.sort_order || compareTexts(one.name, other.name))
    .map(serializeTag);

/** Lists the tags of a group in their order. */
const tagsOfGroup = (id: string): Tag[] =>
  inOrder(db.select().from(tags).where(eq(tags.tag_group_id, id)).orderBy(asc(tags.id)).all());

/** Lists all groups by name, each with its tags. */
export function listTagGroups(): TagGroup[] {
  const byGroup = Map.groupBy(db.select().from(tags).orderBy(asc(tags.id)).all(), (tag) => tag.tag_group_id);
  return db
    .select()
    .from(tagGroups)
    .orderBy(asc(tagGroups.id))
    .all()
    .sort((one, other) => compareTexts(one.name, other.name))
    .map((group) => ({
      ...serializeGroup(group),
      tags: inOrder(byGroup.get(group.id) ?? []),
    }));
}

/** Counts, for each group and each of its tags, the cards that have it, in two statements. */
export function tagGroupUsage(): TagGroupUsage[] {
  const byTag = statement<{ tag_group_id: string; tag_id: string; card_count: number }>(
    `SELECT t.tag_group_id, t.id AS tag_id, count(ct.card_id) AS card_count
     FROM tags t LEFT JOIN card_tags ct ON ct.tag_id = t.id GROUP BY t.id ORDER BY t.id`,
  ).all();
  const byGroup = statement<{ tag_group_id: string; card_count: number }>(
    `SELECT g.id AS tag_group_id, count(DISTINCT ct.card_id) AS card_count
     FROM tag_groups g LEFT JOIN tags t ON t.tag_group_id = g.id LEFT JOIN card_tags ct ON ct.tag_id = t.id
     GROUP BY g.id ORDER BY g.id`,
  ).all();
  const tagsOf = Map.groupBy(byTag, ({ tag_group_id }) => tag_group_id);
  return byGroup.map((group) => ({
    ...group,
    tags: (tagsOf.get(group.tag_group_id) ?? []).map(({ tag_id, card_count }) => ({ tag_id, card_count })),
  }));
}

const groups = recordsOf(tagGroups, "Tag group");

/** Finds the row of a group. @throws Problem 404 */
export const requireGroup = groups.require;

/** Checks whether a group has tags; one without is required of no card, even when it is mandatory. */
const hasTags = (id: string) =>
  db.select({ id: tags.id }).from(tags).where(eq(tags.tag_group_id, id)).limit(1).get() !== undefined;

/**
 * Updates the quality of the cards for which a group has become mandatory, or is no longer; part of the running transaction.
 * @param states the group before and after, where there is one
 */
export function refreshMandatory(...states: (GroupRow | undefined)[]): void {
  mandatoryGroups.drop();
  const mandatory = states.filter((group) => group?.mandatory);
  if (mandatory.length === 0) return;
  const types = mandatory.map((group) => group?.restrict_to_types ?? []);
  // A group without card types is for cards of all types.
  refreshQualityOfTypes(types.some(({ length }) => length === 0) ? undefined : [...new Set(types.flat())]);
}

/** Returns card types without repetition; null, like an empty list, stands for all of them. */
const uniqueTypes = (types: readonly string[] | null | undefined) => (types ? [...new Set(types)] : null);

const groupsFor = (typeKey: string) =>
  firstValue<number>(
    "SELECT count(*) AS count FROM tag_groups WHERE EXISTS (SELECT 1 FROM json_each(restrict_to_types) WHERE value = ?)",
    typeKey,
  ) ?? 0;

/** Counts the groups that are restricted to a type; its deletion leaves them as they are. */
export const countGroupsOf = ({ kind, key }: DeletionTarget) => ({
  removed: 0,
  left: kind === "card_type" ? groupsFor(key) : 0,
});

/** Creates a group. It has no tags yet, so it is required of no card. */
export function createTagGroup(actor: Actor, input: NewTagGroup): CreatedTagGroup {
  return transaction(() => {
    const { name, description = null, mode, mandatory } = input;
    const restrict_to_types = uniqueTypes(input.restrict_to_types);
    const { id } = groups.create({ name, description, mode, mandatory, restrict_to_types });
    publish(actor, { type: "tag_group.created", data: { id, name } });
    return { id, name };
  });
}

/**
 * Updates the fields of a group that are given. Cards keep the tags that they have.
 * @throws Problem 404
 */
export function updateTagGroup(actor: Actor, id: string, asked: TagGroupChanges): ChangedTagGroup {
  return transaction(() => {
    const before = requireGroup(id);
    const types = asked.restrict_to_types;
    const wanted: ChangedTagGroup = {
      ...serializeGroup(before),
      ...asked,
      ...(types !== undefined && { restrict_to_types: uniqueTypes(types) }),
    };
    const changes = differences(serializeGroup(before), wanted);
    if (Object.keys(changes).length === 0) return wanted;
    const { name, description, mode, mandatory, restrict_to_types } = wanted;
    groups.update(before, { name, description, mode, mandatory, restrict_to_types });
    const affectsQuality = ("mandatory" in changes || "restrict_to_types" in changes) && hasTags(id);
    refreshMandatory(...(affectsQuality ? [before, requireGroup(id)] : []));
    publish(actor, { type: "tag_group.updated", data: { id, name, changes } });
    return wanted;
  });
}

/**
 * Brings the tags of a group into an order; those that aren't named come after the others.
 * @throws Problem 404; 422 for a tag that isn't one of the group
 */
export function orderTags(actor: Actor, id: string, wanted: readonly string[]): TagGroup {
  return transaction(() => {
    const { name } = requireGroup(id);
    const before = tagsOfGroup(id).map((tag) => tag.id);
    const unknown = wanted.findIndex((tagId) => !before.includes(tagId));
    if (unknown >= 0)
      throw invalid(["body", "tag_ids", unknown], "is no tag of the group", "value_error", wanted[unknown]);
    const first = new Set(wanted);
    const order = [...first, ...before.filter((tagId) => !first.has(tagId))];
    if (!Bun.deepEquals(order, before)) {
      statement("UPDATE tags SET sort_order = o.key + 1 FROM json_each(?) AS o WHERE tags.id = o.value").run(
        listOf(order),
      );
      publish(actor, {
        type: "tag_group.updated",
        data: { id, name, changes: { order: { old: before, new: order } } },
      });
    }
    return { ...serializeGroup(requireGroup(id)), tags: tagsOfGroup(id) };
  });
}

/**
 * Deletes a group with its tags, and removes them from all cards.
 * @throws Problem 404
 */
export function deleteTagGroup(actor: Actor, id: string): void {
  transaction(() => {
    const group = requireGroup(id);
    const isRequired = group.mandatory && hasTags(id);
    const assignments_removed =
      firstValue<number>(
        "SELECT count(*) AS count FROM tags t JOIN card_tags ct ON ct.tag_id = t.id WHERE t.tag_group_id = ?",
        id,
      ) ?? 0;
    groups.delete(id);
    refreshMandatory(isRequired ? group : undefined);
    publish(actor, { type: "tag_group.deleted", data: { id, name: group.name, assignments_removed } });
  });
}
