/** Comments on the wire. */
import { z } from "zod";
import { SliceQuery } from "../../http/pagination";
import { Id, Instant, namedObject, orNull, Text, Uuid } from "../../http/schemas";

export const Comment = namedObject("Comment", {
  id: Id,
  card_id: Id,
  user_id: Id.nullable().meta({ description: "Its author; null once their account is deleted" }),
  user_display_name: z.string().nullable(),
  content: z.string().meta({ description: "`deleted` in the place of a deleted comment that has replies" }),
  parent_id: Id.nullable().meta({ description: "The comment that it replies to" }),
  created_at: Instant,
  updated_at: Instant,
  is_deleted: z.boolean(),
  get replies(): z.ZodArray<typeof Comment> {
    return z.array(Comment);
  },
});
export type Comment = z.infer<typeof Comment>;

const Content = Text(10_000, 1);

/** `body` is another name for `content`. */
export const NewComment = z.preprocess(
  (input) =>
    typeof input === "object" && input !== null && "body" in input && !("content" in input)
      ? { ...input, content: input.body }
      : input,
  z.object({
    content: Content,
    parent_id: orNull(Uuid).meta({ description: "The comment of the same card that it replies to" }),
  }),
);
export type NewComment = z.infer<typeof NewComment>;

export const CommentChanges = z.object({ content: Content });

export const CommentQuery = z.object(SliceQuery);
