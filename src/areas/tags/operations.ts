/** /tag-groups and /cards/{card_id}/tags */
import { anyOf, onCard } from "../../core/access/permission";
import { del, get, type Operation, patch, post } from "../../core/api/operation";
import { slice } from "../../http/pagination";
import { tagCard, untagCard } from "./assignment";
import { changeTagGroup, createTagGroup, deleteTagGroup, listTagGroups } from "./groups";
import {
  CardParams,
  CardTagParams,
  ChangedTagGroup,
  CreatedTagGroup,
  GroupParams,
  NewTag,
  NewTagAnswer,
  NewTagGroup,
  Tag,
  TagChanges,
  TagGroup,
  TagGroupChanges,
  TagGroupQuery,
  Tagged,
  TagIds,
  TagParams,
} from "./model";
import { changeTag, createTag, deleteTag } from "./tags";

export const operations: readonly Operation[] = [
  get(
    "/tag-groups",
    "The tag groups by name, each with its tags",
    { permission: "auth", query: TagGroupQuery, answer: TagGroup.array() },
    ({ query, set }) => slice(listTagGroups(), query, set),
  ),
  post(
    "/tag-groups",
    "Make a tag group",
    { permission: "tags.manage", body: NewTagGroup, answer: CreatedTagGroup, status: 201 },
    ({ body, actor }) => createTagGroup(actor, body),
  ),
  patch(
    "/tag-groups/{group_id}",
    "Change what is given of a tag group",
    { permission: "tags.manage", params: GroupParams, body: TagGroupChanges, answer: ChangedTagGroup },
    ({ params, body, actor }) => changeTagGroup(actor, params.group_id, body),
  ),
  del(
    "/tag-groups/{group_id}",
    "Delete a tag group with its tags, which leave all cards",
    { permission: "tags.manage", params: GroupParams },
    ({ params, actor }) => deleteTagGroup(actor, params.group_id),
  ),
  post(
    "/tag-groups/{group_id}/tags",
    "Make a tag in a group",
    { permission: "tags.manage", params: GroupParams, body: NewTag, answer: NewTagAnswer, status: 201 },
    ({ params, body, actor }) => createTag(actor, params.group_id, body),
  ),
  patch(
    "/tag-groups/{group_id}/tags/{tag_id}",
    "Change what is given of a tag; it stays in its group",
    { permission: "tags.manage", params: TagParams, body: TagChanges, answer: Tag },
    ({ params, body, actor }) => changeTag(actor, params.group_id, params.tag_id, body),
  ),
  del(
    "/tag-groups/{group_id}/tags/{tag_id}",
    "Delete a tag, which leaves all cards",
    { permission: "tags.manage", params: TagParams },
    ({ params, actor }) => deleteTag(actor, params.group_id, params.tag_id),
  ),
  post(
    "/cards/{card_id}/tags",
    "Put tags on a card",
    {
      permission: anyOf("tags.manage", onCard("card.edit")),
      params: CardParams,
      body: TagIds,
      answer: Tagged,
      status: 201,
      description: "Of a group that allows one tag only, the last one given takes the place of the others.",
    },
    ({ params, body, actor }) => {
      tagCard(actor, params.card_id, body);
      return { status: "ok" as const };
    },
  ),
  del(
    "/cards/{card_id}/tags/{tag_id}",
    "Take a tag off a card, if it is there",
    { permission: anyOf("tags.manage", onCard("card.edit")), params: CardTagParams },
    ({ params, actor }) => untagCard(actor, params.card_id, params.tag_id),
  ),
];
