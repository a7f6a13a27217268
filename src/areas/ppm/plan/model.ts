/** Work breakdown structures and dependencies on the wire. */
import { z } from "zod";
import {
  changesOf,
  DayOrMidnight,
  Decimal,
  Flag,
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
import { Task } from "../tasks/model";

const Percentage = Decimal(0, 100);

export const WbsItem = namedObject("WbsItem", {
  id: Id,
  initiative_id: Id,
  parent_id: Id.nullable(),
  title: z.string(),
  description: z.string().nullable(),
  start_date: StoredDay.nullable(),
  end_date: StoredDay.nullable(),
  sort_order: z.int(),
  is_milestone: z.boolean(),
  completion: z.number().meta({
    description: "From the tasks of the item and those below it, by their days; typed when there are none",
  }),
  assignee_id: Id.nullable(),
  assignee_name: z.string().nullable(),
  progress: z.number().meta({ description: "How many of the item's own tasks are done, in percent" }),
  task_count: z.int().meta({ description: "Its own tasks" }),
  created_at: Instant,
  updated_at: Instant,
});
export type WbsItem = z.infer<typeof WbsItem>;

const optional = {
  description: orNull(Text(LONG)),
  parent_id: orNull(Uuid).meta({ description: "Another item of the same initiative; null for none" }),
  start_date: orNull(DayOrMidnight),
  end_date: orNull(DayOrMidnight),
  assignee_id: orNull(Uuid),
};

export const NewWbsItem = z.object({
  title: Text(LINE),
  sort_order: Place.default(0),
  is_milestone: Flag.default(false),
  completion: Percentage.default(0),
  ...optional,
});
export type NewWbsItem = z.infer<typeof NewWbsItem>;

export const WbsItemChanges = changesOf(NewWbsItem);
export type WbsItemChanges = z.infer<typeof WbsItemChanges>;

export const Completion = namedObject("Completion", { completion: z.number() });

const EndKind = z.enum(["task", "wbs"]);

export const Dependency = namedObject("Dependency", {
  id: Id,
  initiative_id: Id,
  pred_kind: EndKind,
  pred_id: Id,
  succ_kind: EndKind,
  succ_id: Id,
  kind: z.literal("FS").meta({ description: "The successor starts after the predecessor is finished" }),
  created_at: Instant,
});
export type Dependency = z.infer<typeof Dependency>;

export const NewDependency = z.object({
  pred_kind: EndKind,
  pred_id: Uuid,
  succ_kind: EndKind,
  succ_id: Uuid,
  kind: z.literal("FS").default("FS"),
});
export type NewDependency = z.infer<typeof NewDependency>;

export const Plan = namedObject(
  "Plan",
  { items: WbsItem.array(), tasks: Task.array(), dependencies: Dependency.array(), completion: z.number() },
  "The work of an initiative: items, tasks, their dependencies, and how far it is",
);
