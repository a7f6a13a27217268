/** Tasks and their comments on the wire. */
import { z } from "zod";
import {
  changesOf,
  DayOrMidnight,
  Id,
  Instant,
  LINE,
  LONG,
  namedObject,
  orNull,
  Text,
  Uuid,
} from "../../../http/schemas";
import { Place, StoredDay } from "../model";

const Status = z.enum(["todo", "in_progress", "done", "blocked"]);
const Priority = z.enum(["critical", "high", "medium", "low"]);
const Tags = z.array(Text(100)).max(50);

export const Task = namedObject("Task", {
  id: Id,
  initiative_id: Id,
  title: z.string(),
  description: z.string().nullable(),
  status: Status,
  priority: Priority,
  assignee_id: Id.nullable(),
  assignee_name: z.string().nullable(),
  start_date: StoredDay.nullable(),
  due_date: StoredDay.nullable(),
  sort_order: z.int(),
  tags: z.string().array(),
  wbs_id: Id.nullable().meta({ description: "The item of the work breakdown structure that it belongs to" }),
  comment_count: z.int(),
  created_at: Instant,
  updated_at: Instant,
});
export type Task = z.infer<typeof Task>;

const optional = {
  description: orNull(Text(LONG)),
  assignee_id: orNull(Uuid),
  start_date: orNull(DayOrMidnight),
  due_date: orNull(DayOrMidnight),
  wbs_id: orNull(Uuid),
};

export const NewTask = z.object({
  title: Text(LINE),
  status: Status.default("todo"),
  priority: Priority.default("medium"),
  sort_order: Place.default(0),
  tags: Tags.default([]),
  ...optional,
});
export type NewTask = z.infer<typeof NewTask>;

export const TaskChanges = changesOf(NewTask).extend({ tags: orNull(Tags) });
export type TaskChanges = z.infer<typeof TaskChanges>;

export const TaskComment = namedObject("TaskComment", {
  id: Id,
  task_id: Id,
  user_id: Id,
  user_display_name: z.string(),
  content: z.string(),
  created_at: Instant,
  updated_at: Instant,
});
export type TaskComment = z.infer<typeof TaskComment>;

export const CommentContent = z.object({ content: Text(10_000, 1) });
