/** The inverses that undo events of todos. */
import type { Actor } from "../../core/access/actor";
import {
  deletion,
  hasAlready,
  recreation,
  restoration,
  type UndoableRows,
  withExistingUsers,
} from "../../core/row-inverses";
import {
  done,
  type Inverses,
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

/** Returns the row that an event stored; undefined when it stored none. */
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

const todos: UndoableRows<TodoRow> = { subject, permission, lossless: isSystem, find: findTodo };

const PEOPLE = ["assigned_to", "created_by"];

export const undo = {
  delete_todo: {
    ...deletion(todos, ({ id }) => {
      deleteRow(id);
      return done;
    }),
    read: (event) => readSnapshot(event, event),
  },
  restore_todo: recreation(
    todos,
    (event) => readSnapshot(event, storedRow(event)),
    (row) => {
      if (row.card_id !== null && !findCard(row.card_id)) return skipped("card_not_found", { needs: [row.card_id] });
      createTodoRow(withExistingUsers(row, PEOPLE));
      return done;
    },
  ),
  restore_todo_fields: restoration(
    todos,
    (event) => readSnapshot(event, event.undo?.["before"] as TodoColumns | undefined),
    (todo, { data }) => {
      const columns = withExistingUsers(data, PEOPLE);
      if (hasAlready(todo, columns)) return unchanged("already_restored");
      updateColumns(todo.id, columns);
      return done;
    },
  ),
} as const satisfies Inverses;
