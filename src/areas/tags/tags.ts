/** Tags in their groups. */
import { and, eq } from "drizzle-orm";
import { db, firstValue, tables, transaction } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { differences } from "../../core/journal/differences";
import { publish } from "../../core/journal/journal";
import { found } from "../../http/errors";
import { newId } from "../../platform/ids";
import { refreshMandatory, requireGroup, serializeTag } from "./groups";
import type { CreatedTag, NewTag, Tag, TagChanges } from "./model";

const { tags } = tables;

/** @throws Problem 404 when there is no such tag in that group */
const requireTag = (groupId: string, id: string): typeof tags.$inferSelect =>
  found(
    db
      .select()
      .from(tags)
      .where(and(eq(tags.id, id), eq(tags.tag_group_id, groupId)))
      .get(),
    "Tag",
  );

const countTags = (groupId: string) =>
  firstValue<number>("SELECT count(*) AS count FROM tags WHERE tag_group_id = ?", groupId) ?? 0;

/**
 * Creates a tag in a group. A mandatory group is required of cards from its first tag on.
 * @throws Problem 404
 */
export function createTag(actor: Actor, groupId: string, input: NewTag): CreatedTag {
  return transaction(() => {
    const group = requireGroup(groupId);
    const { name, description = null, color = null } = input;
    const tag = { id: newId(), name, description, color };
    db.insert(tags)
      .values({ ...tag, tag_group_id: groupId })
      .run();
    if (countTags(groupId) === 1) refreshMandatory(group);
    publish(actor, { type: "tag.created", data: { id: tag.id, name, tag_group_id: groupId, group_name: group.name } });
    return tag;
  });
}

/**
 * Updates the fields of a tag that are given; it stays in its group.
 * @throws Problem 404
 */
export function updateTag(actor: Actor, groupId: string, id: string, asked: TagChanges): Tag {
  return transaction(() => {
    const before = serializeTag(requireTag(groupId, id));
    const wanted: Tag = { ...before, ...asked };
    const changes = differences(before, wanted);
    if (Object.keys(changes).length === 0) return before;
    const { name, description, color } = wanted;
    db.update(tags).set({ name, description, color }).where(eq(tags.id, id)).run();
    publish(actor, { type: "tag.updated", data: { id, name, tag_group_id: groupId, changes } });
    return wanted;
  });
}

/** Sets the place of a tag in its group; part of the running transaction. Only bundles of workspaces name places. */
export const setTagOrder = (id: string, sort_order: number): void =>
  void db.update(tags).set({ sort_order }).where(eq(tags.id, id)).run();

/**
 * Deletes a tag, and removes it from all cards. A mandatory group without tags is no longer required of cards.
 * @throws Problem 404
 */
export function deleteTag(actor: Actor, groupId: string, id: string): void {
  transaction(() => {
    const { name } = requireTag(groupId, id);
    const group = requireGroup(groupId);
    const assignments_removed = firstValue<number>("SELECT count(*) AS count FROM card_tags WHERE tag_id = ?", id) ?? 0;
    db.delete(tags).where(eq(tags.id, id)).run();
    refreshMandatory(group);
    publish(actor, {
      type: "tag.deleted",
      data: { id, name, tag_group_id: groupId, group_name: group.name, assignments_removed },
    });
  });
}
