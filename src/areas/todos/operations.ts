/** /todos and /cards/{card_id}/todos */
import { checkedInService, onCard } from "../../core/access/operation-permission";
import { del, get, type Operation, patch, post } from "../../core/api/operation";
import { slice } from "../../http/pagination";
import { TABLE_FILE } from "../../http/tables";
import { exportTodos } from "./export";
import { listTodos, listTodosOfCard } from "./list";
import * as model from "./model";
import { requireTodo } from "./rows";
import { createTodo, deleteTodo, promoteTodo, updateTodo } from "./todos";

const ANSWER = { answer: model.Todo } as const;
const VIEW_CARD = { permission: onCard("card.view") } as const;
const OWN = { permission: checkedInService("owner") } as const;

export const operations: readonly Operation[] = [
  get(
    "/todos",
    "The caller's todos, newest first; an administrator may ask for those of others",
    { permission: "auth", query: model.TodoQuery, answer: model.Todo.array(), readsMuch: true, refusals: [403] },
    ({ query, actor, set }) => slice(listTodos(actor, query), query, set),
  ),
  get(
    "/todos/export",
    "The todos that match as CSV or as a workbook",
    { own: true, permission: "inventory.export", ...TABLE_FILE, query: model.ExportQuery },
    ({ actor, query: { format, bom, ...query } }) => exportTodos(actor, query, format, bom),
  ),
  get(
    "/cards/{card_id}/todos",
    "The todos on a card, newest first",
    { ...VIEW_CARD, query: model.CardTodoQuery, answer: model.Todo.array(), readsMuch: true },
    ({ params, query, set }) => slice(listTodosOfCard(params.card_id), query, set),
  ),
  post(
    "/cards/{card_id}/todos",
    "Create a todo on a card",
    { ...VIEW_CARD, body: model.NewTodo, ...ANSWER, status: 201 },
    ({ params, body, actor }) => createTodo(actor, params.card_id, body),
  ),
  patch(
    "/todos/{todo_id}",
    "Update the fields of a todo that are given",
    { current: ({ params }) => requireTodo(params.todo_id), ...OWN, body: model.TodoChanges, ...ANSWER },
    (call) => updateTodo(call.actor, call.params.todo_id, call.body),
  ),
  post("/todos/{todo_id}/promote", "Open a scheduled todo before its time", { ...OWN, ...ANSWER }, (call) =>
    promoteTodo(call.actor, call.params.todo_id),
  ),
  del("/todos/{todo_id}", "Delete a todo, and no other occurrence of it", OWN, ({ params, actor }) =>
    deleteTodo(actor, params.todo_id),
  ),
];
