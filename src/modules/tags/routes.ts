/** /tag-groups and /cards/{card_id}/tags */
import { Elysia } from "elysia";
import { z } from "zod";
import { guard } from "../../core/access/guard";
import { slice } from "../../http/pagination";
import { answers, created, noContent } from "../../http/responses";
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

const permission = "tags.manage";
const nothing = { 204: answers(z.undefined()) };

const groups = new Elysia({ prefix: "/tag-groups" })
  .use(guard)
  .get("/", ({ query, set }) => slice(listTagGroups(), query, set), {
    permission: "auth",
    query: TagGroupQuery,
    response: answers(TagGroup.array()),
    detail: { summary: "The tag groups by name, each with its tags" },
  })
  .post("/", ({ body, actor }) => created(createTagGroup(actor, body)), {
    permission,
    body: NewTagGroup,
    response: { 201: answers(CreatedTagGroup) },
    detail: { summary: "Make a tag group" },
  })
  .patch("/:group_id", ({ params, body, actor }) => changeTagGroup(actor, params.group_id, body), {
    permission,
    params: GroupParams,
    body: TagGroupChanges,
    response: answers(ChangedTagGroup),
    detail: { summary: "Change what is given of a tag group" },
  })
  .delete(
    "/:group_id",
    ({ params, actor }) => {
      deleteTagGroup(actor, params.group_id);
      return noContent();
    },
    {
      permission,
      params: GroupParams,
      response: nothing,
      detail: { summary: "Delete a tag group with its tags, which leave all cards" },
    },
  )
  .post("/:group_id/tags", ({ params, body, actor }) => created(createTag(actor, params.group_id, body)), {
    permission,
    params: GroupParams,
    body: NewTag,
    response: { 201: answers(NewTagAnswer) },
    detail: { summary: "Make a tag in a group" },
  })
  .patch(
    "/:group_id/tags/:tag_id",
    ({ params, body, actor }) => changeTag(actor, params.group_id, params.tag_id, body),
    {
      permission,
      params: TagParams,
      body: TagChanges,
      response: answers(Tag),
      detail: { summary: "Change what is given of a tag; it stays in its group" },
    },
  )
  .delete(
    "/:group_id/tags/:tag_id",
    ({ params, actor }) => {
      deleteTag(actor, params.group_id, params.tag_id);
      return noContent();
    },
    { permission, params: TagParams, response: nothing, detail: { summary: "Delete a tag, which leaves all cards" } },
  );

const mayTag = "tags.manage|inventory.edit|card:card.edit";

const assignment = new Elysia({ prefix: "/cards/:card_id/tags" })
  .use(guard)
  .post(
    "/",
    ({ params, body, actor }) => {
      tagCard(actor, params.card_id, body);
      return created({ status: "ok" });
    },
    {
      permission: mayTag,
      params: CardParams,
      body: TagIds,
      response: { 201: answers(Tagged) },
      detail: {
        summary: "Put tags on a card",
        description: "Of a group that allows one tag only, the last one given takes the place of the others.",
      },
    },
  )
  .delete(
    "/:tag_id",
    ({ params, actor }) => {
      untagCard(actor, params.card_id, params.tag_id);
      return noContent();
    },
    {
      permission: mayTag,
      params: CardTagParams,
      response: nothing,
      detail: { summary: "Take a tag off a card, if it is there" },
    },
  );

export const tags = new Elysia({ tags: ["tags"] }).use(groups).use(assignment);
