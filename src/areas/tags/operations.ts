/** /tag-groups and /cards/{card_id}/tags */
import { anyOf, checkedInService, onCard } from "../../core/access/operation-permission";
import { del, get, MANY_ROWS, type Operation, patch, post, put } from "../../core/api/operation";
import { LARGEST_BULK } from "../../http/json";
import { slice } from "../../http/pagination";
import { tagCard, tagCards, untagCard } from "./assignment";
import * as groups from "./groups";
import * as model from "./model";
import * as tags from "./tags";

const MANAGE = { permission: "tags.manage" } as const;
/** These operations may change the tags of all cards. */
const OF_ALL_CARDS = { ...MANAGE, writesMuch: true } as const;
const LIST = { permission: "auth", query: model.TagGroupQuery, answer: model.TagGroup.array() } as const;
const CREATE_GROUP = { ...MANAGE, body: model.NewTagGroup, answer: model.CreatedTagGroup, status: 201 } as const;
const UPDATE_GROUP = { ...OF_ALL_CARDS, body: model.TagGroupChanges, answer: model.ChangedTagGroup } as const;
const CREATE_TAG = { ...MANAGE, body: model.NewTag, answer: model.CreatedTag, status: 201 } as const;
const UPDATE_TAG = { ...MANAGE, body: model.TagChanges, answer: model.Tag } as const;
const TAG_CARD = { permission: anyOf("tags.manage", onCard("card.edit")) } as const;

export const operations: readonly Operation[] = [
  get("/tag-groups", "The tag groups by name, each with its tags", LIST, ({ query, set }) =>
    slice(groups.listTagGroups(), query, set),
  ),
  get(
    "/tag-groups/usage",
    "How many cards have a tag of each group, and each tag",
    { own: true, operationId: "listTagGroupUsage", ...MANAGE, readsMuch: true, answer: model.TagGroupUsage.array() },
    groups.tagGroupUsage,
  ),
  post("/tag-groups", "Make a tag group", CREATE_GROUP, ({ body, actor }) => groups.createTagGroup(actor, body)),
  patch(
    "/tag-groups/{group_id}",
    "Change what is given of a tag group",
    { ...UPDATE_GROUP, current: ({ params, actor }) => groups.updateTagGroup(actor, params.group_id, {}) },
    ({ params, body, actor }) => groups.updateTagGroup(actor, params.group_id, body),
  ),
  del(
    "/tag-groups/{group_id}",
    "Delete a tag group with its tags, which leave all cards",
    OF_ALL_CARDS,
    ({ params, actor }) => groups.deleteTagGroup(actor, params.group_id),
  ),
  put(
    "/tag-groups/{group_id}/order",
    "Bring the tags of a group into an order",
    { own: true, operationId: "orderTags", ...MANAGE, body: model.TagOrder, answer: model.TagGroup },
    ({ params, body, actor }) => groups.orderTags(actor, params.group_id, body.tag_ids),
  ),
  post("/tag-groups/{group_id}/tags", "Make a tag in a group", CREATE_TAG, ({ params, body, actor }) =>
    tags.createTag(actor, params.group_id, body),
  ),
  patch(
    "/tag-groups/{group_id}/tags/{tag_id}",
    "Change what is given of a tag; it stays in its group",
    { ...UPDATE_TAG, current: ({ params, actor }) => tags.updateTag(actor, params.group_id, params.tag_id, {}) },
    ({ params, body, actor }) => tags.updateTag(actor, params.group_id, params.tag_id, body),
  ),
  del(
    "/tag-groups/{group_id}/tags/{tag_id}",
    "Delete a tag, which leaves all cards",
    OF_ALL_CARDS,
    ({ params, actor }) => tags.deleteTag(actor, params.group_id, params.tag_id),
  ),
  post(
    "/cards/{card_id}/tags",
    "Put tags on a card",
    {
      ...TAG_CARD,
      body: model.TagIds,
      answer: model.Tagged,
      status: 201,
      description: "Of a group that allows one tag only, the last one given takes the place of the others.",
    },
    ({ params, body, actor }) => tagCard(actor, params.card_id, body),
  ),
  post(
    "/cards/bulk-tags",
    "Put tags on many cards, and take others off them",
    {
      operationId: "tagManyCards",
      own: true,
      permission: checkedInService("tags.manage", onCard("card.edit")),
      largestBody: LARGEST_BULK,
      writesMuch: ({ body }) => body.card_ids.length > MANY_ROWS,
      body: model.BulkTags,
      answer: model.BulkTagged,
    },
    ({ body, actor }) => tagCards(actor, body),
  ),
  del("/cards/{card_id}/tags/{tag_id}", "Take a tag off a card, if it is there", TAG_CARD, ({ params, actor }) =>
    untagCard(actor, params.card_id, params.tag_id),
  ),
];
