/** Changes of tag groups and tags, each saved at once. */
import { t } from "@lingui/core/macro";
import { shown, tryChange, valuesBefore } from "../../server/changes";
import { answered, api } from "../../server/client";
import { Refusal } from "../../server/refusal";
import { tagGroupsQuery } from "../../tags/queries";
import { type Tag, type TagGroup, tagUsageQuery } from "./queries";

const SHOWN_AGAIN = shown(tagUsageQuery, (before) => before);

/** Shows a group changed. */
const withGroup = (id: string, edit: (group: TagGroup) => TagGroup) =>
  shown(tagGroupsQuery, (list) => list.map((one) => (one.id === id ? edit(one) : one)));

type GroupChanges = Partial<Pick<TagGroup, "name" | "description" | "mode" | "mandatory" | "restrict_to_types">>;

/** Changes a group. */
export function updateGroup(group: TagGroup, changes: GroupChanges, sentence: string): Promise<boolean> {
  const patch = (body: GroupChanges) =>
    api.PATCH("/api/v1/tag-groups/{group_id}", { params: { path: { group_id: group.id } }, body });
  const former: GroupChanges = Object.fromEntries(
    Object.keys(changes).map((key) => [key, group[key as keyof GroupChanges]]),
  );
  return tryChange({
    sentence,
    show: [withGroup(group.id, (one) => ({ ...one, ...changes })), SHOWN_AGAIN],
    send: () => patch(changes),
    inverse: () => patch(former),
  });
}

type TagChanges = Partial<Pick<Tag, "name" | "description" | "color">>;

/** Changes a tag. */
export function updateTag(tag: Tag, changes: TagChanges, sentence: string): Promise<boolean> {
  const patch = (body: TagChanges) =>
    api.PATCH("/api/v1/tag-groups/{group_id}/tags/{tag_id}", {
      params: { path: { group_id: tag.tag_group_id, tag_id: tag.id } },
      body,
    });
  const former: TagChanges = valuesBefore(tag, changes);
  return tryChange({
    sentence,
    show: [
      withGroup(tag.tag_group_id, (group) => ({
        ...group,
        tags: group.tags.map((one) => (one.id === tag.id ? { ...one, ...changes } : one)),
      })),
    ],
    send: () => patch(changes),
    inverse: () => patch(former),
  });
}

/** Creates a group; Z takes it back while it has no tags. @returns true when it is made */
export const createGroup = (name: string): Promise<boolean> =>
  tryChange({
    sentence: t`The group ${name} is made`,
    show: [shown(tagGroupsQuery, (list) => list)],
    send: () => api.POST("/api/v1/tag-groups", { body: { name, mode: "multi", mandatory: false } }),
  });

/** Creates a tag; Z takes it back while no card has it. @returns true when it is made */
export const createTag = (group: TagGroup, name: string): Promise<boolean> =>
  tryChange({
    sentence: t`The tag ${name} is made`,
    show: [shown(tagGroupsQuery, (list) => list), SHOWN_AGAIN],
    send: () =>
      api.POST("/api/v1/tag-groups/{group_id}/tags", { params: { path: { group_id: group.id } }, body: { name } }),
  });

let turn: Promise<unknown> = Promise.resolve();

/**
 * Brings the tags of a group into an order.
 * @param move returns the ids of the tags in their new order, and undoes a move when it is called with its opposite
 */
function order(group: TagGroup, sentence: string, move: Move, back: Move): Promise<boolean> {
  const send = (by: Move) => {
    // One move follows the other, each from the order that there is then.
    const next = turn.then(async () => {
      const groups = await answered(api.GET("/api/v1/tag-groups", { cache: "no-cache" }));
      const now = groups.find(({ id }) => id === group.id);
      if (!now) throw new Refusal(404, t`The group is gone`);
      return api.PUT("/api/v1/tag-groups/{group_id}/order", {
        params: { path: { group_id: group.id } },
        body: { tag_ids: by(now.tags).map(({ id }) => id) },
      });
    });
    turn = next.catch(() => undefined);
    return next;
  };
  return tryChange({
    sentence,
    show: [withGroup(group.id, (one) => ({ ...one, tags: [...move(one.tags)] }))],
    send: () => send(move),
    inverse: () => send(back),
  });
}

type Move = (tags: readonly Tag[]) => readonly Tag[];

const placed =
  (id: string, placeOf: (at: number) => number): Move =>
  (tags) => {
    const at = tags.findIndex((tag) => tag.id === id);
    const tag = tags[at];
    const to = placeOf(at);
    return !tag || to < 0 || to >= tags.length ? tags : tags.toSpliced(at, 1).toSpliced(to, 0, tag);
  };

/** Moves a tag by one place. @param step 1 for down, -1 for up */
export const moveTag = (group: TagGroup, tag: Tag, step: 1 | -1): Promise<boolean> =>
  order(
    group,
    t`${tag.name} is moved`,
    placed(tag.id, (at) => at + step),
    placed(tag.id, (at) => at - step),
  );

/** Brings a tag to the place of another one of its group. */
export function placeTag(group: TagGroup, id: string, at: number): Promise<boolean> {
  const former = group.tags.findIndex((tag) => tag.id === id);
  const name = group.tags[former]?.name ?? "";
  return order(
    group,
    t`${name} is moved`,
    placed(id, () => at),
    placed(id, () => former),
  );
}

/** Deletes a tag, which leaves all cards. */
export const deleteTag = (tag: Tag): Promise<boolean> =>
  tryChange({
    sentence: t`The tag ${tag.name} is deleted`,
    show: [
      withGroup(tag.tag_group_id, (group) => ({ ...group, tags: group.tags.filter(({ id }) => id !== tag.id) })),
      SHOWN_AGAIN,
    ],
    send: () =>
      api.DELETE("/api/v1/tag-groups/{group_id}/tags/{tag_id}", {
        params: { path: { group_id: tag.tag_group_id, tag_id: tag.id } },
      }),
  });

/** Deletes a group with its tags, which leave all cards. */
export const deleteGroup = (group: TagGroup): Promise<boolean> =>
  tryChange({
    sentence: t`The group ${group.name} is deleted`,
    show: [shown(tagGroupsQuery, (list) => list.filter(({ id }) => id !== group.id)), SHOWN_AGAIN],
    send: () => api.DELETE("/api/v1/tag-groups/{group_id}", { params: { path: { group_id: group.id } } }),
  });
