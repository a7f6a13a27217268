/** Tags in their groups. */
import { and, eq } from "drizzle-orm";
import { db, statement, tables, transaction } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { differences } from "../../core/journal/differences";
import { publish } from "../../core/journal/journal";
import { notFound } from "../../http/errors";
import { newId } from "../../platform/ids";
import { requireGroup, rescore, tagWire } from "./groups";
import type { NewTag, NewTagAnswer, Tag, TagChanges } from "./model";

const { tags } = tables;

/** @throws Problem 404 when there is no such tag in that group */
function requireTag(groupId: string, id: string): typeof tags.$inferSelect {
  const row = db
    .select()
    .from(tags)
    .where(and(eq(tags.id, id), eq(tags.tag_group_id, groupId)))
    .get();
  if (!row) throw notFound("Tag");
  return row;
}

const countTags = (groupId: string) =>
  statement<{ count: number }, [string]>("SELECT count(*) AS count FROM tags WHERE tag_group_id = ?").get(groupId)
    ?.count ?? 0;

/**
 * Makes a tag in a group. With the first one a mandatory group begins to be asked of cards.
 * @throws Problem 404
 */
export function createTag(actor: Actor, groupId: string, input: NewTag): NewTagAnswer {
  return transaction(() => {
    const group = requireGroup(groupId);
    const made = { id: newId(), name: input.name, description: input.description ?? null, color: input.color ?? null };
    db.insert(tags)
      .values({ ...made, tag_group_id: groupId })
      .run();
    if (countTags(groupId) === 1) rescore(group);
    publish(actor, {
      type: "tag.created",
      data: { id: made.id, name: made.name, tag_group_id: groupId, group_name: group.name },
    });
    return made;
  });
}

/**
 * Changes the fields of a tag that are given; it stays in its group.
 * @throws Problem 404
 */
export function changeTag(actor: Actor, groupId: string, id: string, asked: TagChanges): Tag {
  return transaction(() => {
    const before = tagWire(requireTag(groupId, id));
    const wanted: Tag = { ...before, ...asked };
    const changes = differences(before, wanted);
    if (Object.keys(changes).length === 0) return before;
    const { name, description, color } = wanted;
    db.update(tags).set({ name, description, color }).where(eq(tags.id, id)).run();
    publish(actor, { type: "tag.updated", data: { id, name, tag_group_id: groupId, changes } });
    return wanted;
  });
}

/**
 * Deletes a tag, which thereby leaves all cards. With the last one a mandatory group is no longer asked of cards.
 * @throws Problem 404
 */
export function deleteTag(actor: Actor, groupId: string, id: string): void {
  transaction(() => {
    const { name } = requireTag(groupId, id);
    const group = requireGroup(groupId);
    const removed = statement<{ count: number }, [string]>(
      "SELECT count(*) AS count FROM card_tags WHERE tag_id = ?",
    ).get(id)?.count;
    db.delete(tags).where(eq(tags.id, id)).run();
    rescore(group);
    publish(actor, {
      type: "tag.deleted",
      data: { id, name, tag_group_id: groupId, group_name: group.name, assignments_removed: removed },
    });
  });
}
