/** Todos on the wire. */
import { z } from "zod";
import { SliceQuery } from "../../http/pagination";
import { changesOf, Day, Flag, Id, Instant, LONG, namedObject, orNull, Text, Uuid, Whole } from "../../http/schemas";
import { FileQuery } from "../../http/tables";

const Status = z.enum(["open", "done", "scheduled"]);
const Unit = z.enum(["none", "days", "weeks", "months", "years"]);
export type Unit = z.infer<typeof Unit>;

export const Todo = namedObject("Todo", {
  id: Id,
  card_id: Id.nullable(),
  card_name: z.string().nullable(),
  card_type: z.string().nullable(),
  description: z.string(),
  status: Status,
  link: z.string().nullable().meta({ description: "The page of the front end where a system todo is done" }),
  is_system: z.boolean().meta({ description: "Whether another area asks for it" }),
  assigned_to: Id.nullable(),
  assignee_name: z.string().nullable(),
  created_by: Id.nullable(),
  due_date: z.string().nullable().meta({ format: "date" }),
  created_at: Instant,
  series_id: Id.nullable().meta({ description: "Shared by all occurrences of a recurring todo" }),
  recurrence_unit: Unit,
  recurrence_interval: z.int(),
  lead_time_days: z.int().meta({ description: "Days before it is due that an occurrence opens" }),
});
export type Todo = z.infer<typeof Todo>;

const Interval = Whole(1, 365);
const LeadTime = Whole(0, 3_650);

export const NewTodo = z.object({
  description: Text(LONG),
  assigned_to: orNull(Uuid),
  due_date: orNull(Day),
  recurrence_unit: Unit.default("none"),
  recurrence_interval: Interval.default(1),
  lead_time_days: orNull(LeadTime).meta({ description: "By default what suits the unit; 0 for what doesn't recur" }),
});
export type NewTodo = z.infer<typeof NewTodo>;

export const TodoChanges = changesOf(NewTodo).extend({
  status: Status.optional(),
  lead_time_days: LeadTime.optional(),
});
export type TodoChanges = z.infer<typeof TodoChanges>;

export const TodoQuery = z.object({
  status: orNull(Text(50)).meta({ description: "With this status" }),
  assigned_to: orNull(Uuid).meta({ description: "Assigned to this user; those of others only for administrators" }),
  assigned_only: Flag.default(false).meta({ description: "Assigned to the caller" }),
  created_only: Flag.default(false).meta({ description: "Created by the caller" }),
  mine: Flag.default(true).meta({
    description: "Assigned to or created by the caller; without it an administrator gets everybody's",
  }),
  card_id: orNull(Uuid).meta({ description: "On this card" }),
  due_from: orNull(Day).meta({ description: "Due on this day or later; those that are due on no day are left out" }),
  due_to: orNull(Day).meta({ description: "Due on this day or earlier; those that are due on no day are left out" }),
  undated: Flag.default(false).meta({ description: "Due on no day" }),
  ...SliceQuery,
});
export type TodoQuery = z.infer<typeof TodoQuery>;
export type TodoFilters = Omit<TodoQuery, "page" | "page_size">;

/** The parameters of an export: those of the list. */
export const ExportQuery = TodoQuery.omit({ page: true, page_size: true }).extend(FileQuery);

export const CardTodoQuery = z.object(SliceQuery);
