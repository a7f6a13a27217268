/** Changes of todos: saved at once, undone with one key. */
import { t } from "@lingui/core/macro";
import { tryChange } from "../server/changes";
import { api, type Schemas } from "../server/client";
import { cache } from "../server/queries";

type Todo = Pick<Schemas["Todo"], "id" | "description">;

const LONGEST = 60;

const named = ({ description }: Todo) =>
  description.length > LONGEST ? `${description.slice(0, LONGEST)}…` : description;

async function changeTodo(todo: Todo, body: object, sentence: string): Promise<boolean> {
  const isSaved = await tryChange({
    sentence,
    send: () => api.PATCH("/api/v1/todos/{todo_id}", { params: { path: { todo_id: todo.id } }, body: body as never }),
  });
  void cache.invalidateQueries({ queryKey: ["todos"] });
  return isSaved;
}

/** Marks a todo as done. */
export const closeTodo = (todo: Todo): Promise<boolean> =>
  changeTodo(todo, { status: "done" }, t`Done: ${named(todo)}`);

/** Opens a todo that was done again. */
export const reopenTodo = (todo: Todo): Promise<boolean> =>
  changeTodo(todo, { status: "open" }, t`Open again: ${named(todo)}`);
