/** Tag groups. */
import { asc, eq } from "drizzle-orm";
import { db, statement, tables, transaction } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { differences } from "../../core/journal/differences";
import { publish } from "../../core/journal/journal";
import { notFound } from "../../http/errors";
import { now } from "../../platform/clock";
import { newId } from "../../platform/ids";
import { mandatoryGroups, refreshQualityOfTypes } from "../cards";
import type { DeletionTarget } from "../metamodel";
import type { ChangedTagGroup, CreatedTagGroup, NewTagGroup, Tag, TagGroup, TagGroupChanges } from "./model";

const { tagGroups, tags } = tables;
type GroupRow = typeof tagGroups.$inferSelect;
type TagRow = typeof tags.$inferSelect;

/** A tag on the wire. */
export const tagWire = ({ tag_group_id, sort_order: _, ...tag }: TagRow): Tag => ({ ...tag, tag_group_id });

const wire = ({ created_at: _, ...group }: GroupRow): ChangedTagGroup => group;

/** Compares texts by their letters, whatever the case. */
function byLetters(one: string, other: string): number {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  return a < b ? -1 : a > b ? 1 : 0;
}

/** All groups by name, each with its tags. */
export function listTagGroups(): TagGroup[] {
  const byGroup = new Map<string, TagRow[]>();
  for (const tag of db.select().from(tags).orderBy(asc(tags.id)).all())
    byGroup.set(tag.tag_group_id, [...(byGroup.get(tag.tag_group_id) ?? []), tag]);
  return db
    .select()
    .from(tagGroups)
    .orderBy(asc(tagGroups.id))
    .all()
    .sort((one, other) => byLetters(one.name, other.name))
    .map((group) => ({
      ...wire(group),
      tags: (byGroup.get(group.id) ?? [])
        .sort((one, other) => one.sort_order - other.sort_order || byLetters(one.name, other.name))
        .map(tagWire),
    }));
}

/**
 * The row of a group.
 * @throws Problem 404
 */
export function requireGroup(id: string): GroupRow {
  const row = db.select().from(tagGroups).where(eq(tagGroups.id, id)).get();
  if (!row) throw notFound("Tag group");
  return row;
}

/** Whether a group has tags: one without is not asked for, however mandatory. */
const hasTags = (id: string) =>
  db.select({ id: tags.id }).from(tags).where(eq(tags.tag_group_id, id)).limit(1).get() !== undefined;

/** The card types that a group is for, as `refreshQualityOfTypes` takes them; undefined stands for all. */
const typesOf = (group: Pick<GroupRow, "restrict_to_types">): string[] | undefined =>
  group.restrict_to_types?.length ? group.restrict_to_types : undefined;

/**
 * Has the cards scored anew for which a group has become mandatory, or is no longer; part of the running transaction.
 * @param states the group before and after, where there is one
 */
export function rescore(...states: (GroupRow | undefined)[]): void {
  mandatoryGroups.drop();
  const mandatory = states.filter((group) => group?.mandatory);
  if (mandatory.length === 0) return;
  const types = mandatory.map((group) => typesOf(group as GroupRow));
  refreshQualityOfTypes(types.includes(undefined) ? undefined : [...new Set(types.flatMap((type) => type ?? []))]);
}

/** Card types without repetition; null, like none at all, for all of them. */
const keptTypes = (types: readonly string[] | null | undefined) => (types ? [...new Set(types)] : null);

/** How many groups are restricted to a card type, perhaps among others. */
const groupsFor = (typeKey: string) =>
  statement<{ count: number }, [string]>(
    "SELECT count(*) AS count FROM tag_groups WHERE EXISTS (SELECT 1 FROM json_each(restrict_to_types) WHERE value = ?)",
  ).get(typeKey)?.count ?? 0;

/** How many groups the deletion of a type leaves behind. */
export const concernedGroups = ({ kind, key }: DeletionTarget) => ({
  removed: 0,
  left: kind === "card_type" ? groupsFor(key) : 0,
});

/** Makes a group. It has no tags yet, so it is asked of no card. */
export function createTagGroup(actor: Actor, input: NewTagGroup): CreatedTagGroup {
  return transaction(() => {
    const { name, mode, mandatory } = input;
    const id = newId();
    db.insert(tagGroups)
      .values({
        id,
        name,
        description: input.description ?? null,
        mode,
        mandatory,
        restrict_to_types: keptTypes(input.restrict_to_types),
        created_at: now(),
      })
      .run();
    publish(actor, { type: "tag_group.created", data: { id, name } });
    return { id, name };
  });
}

/**
 * Changes the fields of a group that are given. Tags that cards have already stay on them.
 * @throws Problem 404
 */
export function changeTagGroup(actor: Actor, id: string, asked: TagGroupChanges): ChangedTagGroup {
  return transaction(() => {
    const before = requireGroup(id);
    const types = asked.restrict_to_types;
    const wanted: ChangedTagGroup = {
      ...wire(before),
      ...asked,
      ...(types !== undefined && { restrict_to_types: keptTypes(types) }),
    };
    const changes = differences(wire(before), wanted);
    if (Object.keys(changes).length === 0) return wanted;
    const { name, description, mode, mandatory, restrict_to_types } = wanted;
    db.update(tagGroups)
      .set({ name, description, mode, mandatory, restrict_to_types })
      .where(eq(tagGroups.id, id))
      .run();
    const counts = "mandatory" in changes || "restrict_to_types" in changes;
    if (counts && hasTags(id)) rescore(before, requireGroup(id));
    else mandatoryGroups.drop();
    publish(actor, { type: "tag_group.updated", data: { id, name, changes } });
    return wanted;
  });
}

/**
 * Deletes a group with its tags, which thereby leave all cards.
 * @throws Problem 404
 */
export function deleteTagGroup(actor: Actor, id: string): void {
  transaction(() => {
    const group = requireGroup(id);
    const asked = group.mandatory && hasTags(id);
    const removed = statement<{ count: number }, [string]>(
      "SELECT count(*) AS count FROM tags t JOIN card_tags ct ON ct.tag_id = t.id WHERE t.tag_group_id = ?",
    ).get(id)?.count;
    db.delete(tagGroups).where(eq(tagGroups.id, id)).run();
    rescore(asked ? group : undefined);
    publish(actor, { type: "tag_group.deleted", data: { id, name: group.name, assignments_removed: removed } });
  });
}
