/** The inverses that undo events of todos. */
import { existingUserId } from "../../core/access/accounts";
import type { Actor } from "../../core/access/actor";
import {
  done,
  type Inverses,
  inverse,
  type Subject,
  type SubjectStep,
  skipped,
  type UndoneEvent,
  unchanged,
} from "../../core/undo";
import { findCard } from "../cards";
import { mayChange } from "./rights";
import { createTodoRow, deleteRow, type TodoColumns, type TodoRow, todosWhere, updateColumns } from "./rows";

const subject: Subject = { idField: "todo_id", table: "todos" };

const findTodo = (id: string) => todosWhere("t.id = ?", id)[0];

/** The row that an event stored; undefined when it stored none. */
const storedRow = ({ undo }: UndoneEvent) => undo?.["row"] as TodoRow | undefined;

/** A user who may change a todo may undo its changes. */
const permission = {
  mayUndo(actor: Actor, step: SubjectStep): boolean {
    const todo = storedRow(step) ?? findTodo(step.subject);
    return todo === undefined || mayChange(actor, todo);
  },
};

const isSystem = ({ payload }: UndoneEvent) => payload["is_system"] === true;

/** Reads what was stored for the rollback, unless the todo is another area's. */
const readSnapshot = <T>(event: UndoneEvent, snapshot: T | undefined): T | string => {
  if (isSystem(event)) return "A system todo follows from the page that it links to";
  return snapshot ?? "The event doesn't contain the todo as it was before";
};

export const undo = {
  delete_todo: inverse<UndoneEvent>({
    subject,
    permission,
    lossless: isSystem,
    effect: "deletes",
    read: (event) => readSnapshot(event, event),
    undo(_rollback, { subject }) {
      if (!findTodo(subject)) return unchanged("already_deleted");
      deleteRow(subject);
      return done;
    },
  }),
  restore_todo: inverse<TodoRow>({
    subject,
    permission,
    lossless: isSystem,
    effect: "creates",
    read: (event) => readSnapshot(event, storedRow(event)),
    undo(_rollback, { subject, data }) {
      if (findTodo(subject)) return unchanged("already_restored");
      if (data.card_id !== null && !findCard(data.card_id)) return skipped("card_not_found", { needs: [data.card_id] });
      createTodoRow({
        ...data,
        assigned_to: existingUserId(data.assigned_to),
        created_by: existingUserId(data.created_by),
      });
      return done;
    },
  }),
  restore_todo_fields: inverse<TodoColumns>({
    subject,
    permission,
    lossless: isSystem,
    read: (event) => readSnapshot(event, event.undo?.["before"] as TodoColumns | undefined),
    undo(_rollback, { subject, data }) {
      const todo = findTodo(subject);
      if (!todo) return skipped("todo_not_found", { needs: [subject] });
      const columns = "assigned_to" in data ? { ...data, assigned_to: existingUserId(data.assigned_to) } : data;
      const restored = { ...todo, ...columns };
      if (Bun.deepEquals(restored, todo)) return unchanged("already_restored");
      updateColumns(subject, columns);
      return done;
    },
  }),
} as const satisfies Inverses;
