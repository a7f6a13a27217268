/** /cards/{card_id}/comments and /comments */
import { checkedInService, onCard } from "../../core/access/operation-permission";
import { del, get, type Operation, patch, post } from "../../core/api/operation";
import { slice } from "../../http/pagination";
import { createComment, deleteComment, updateComment } from "./comments";
import * as model from "./model";
import { findThread, listComments } from "./threads";

const OWN_OR_MANAGED = { permission: checkedInService({ card: "card.manage_comments" }, "owner") } as const;

export const operations: readonly Operation[] = [
  get(
    "/cards/{card_id}/comments",
    "The comments on a card, the newest thread first, replies oldest first",
    { permission: "comments.view", query: model.CommentQuery, answer: model.Comment.array(), readsMuch: true },
    ({ params, query, set }) => slice(listComments(params.card_id), query, set),
  ),
  post(
    "/cards/{card_id}/comments",
    "Comment on a card, or reply to a comment",
    { permission: onCard("card.create_comments"), body: model.NewComment, answer: model.Comment, status: 201 },
    ({ params, body, actor }) => createComment(actor, params.card_id, body),
  ),
  patch(
    "/comments/{comment_id}",
    "Replace the text of a comment",
    {
      current: ({ params }) => findThread(params.comment_id),
      ...OWN_OR_MANAGED,
      body: model.CommentChanges,
      answer: model.Comment,
    },
    ({ params, body, actor }) => updateComment(actor, params.comment_id, body.content),
  ),
  del(
    "/comments/{comment_id}",
    "Delete a comment; one with replies keeps its place without its text",
    OWN_OR_MANAGED,
    ({ params, actor }) => deleteComment(actor, params.comment_id),
  ),
];
