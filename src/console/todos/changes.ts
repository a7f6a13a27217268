/** Changes of todos: saved at once, undone with one key. */
import { t } from "@lingui/core/macro";
import { tryChange } from "../server/changes";
import { api, type Schemas } from "../server/client";
import { cache } from "../server/queries";

type Todo = Pick<Schemas["Todo"], "id" | "description">;
type Reply = { response: Response; data?: unknown; error?: unknown };

const LONGEST = 60;

const named = ({ description }: Pick<Todo, "description">) =>
  description.length > LONGEST ? `${description.slice(0, LONGEST)}…` : description;

async function saveTodo(sentence: string, send: () => Promise<Reply>): Promise<boolean> {
  const isSaved = await tryChange({ sentence, send });
  void cache.invalidateQueries({ queryKey: ["todos"] });
  return isSaved;
}

const changeTodo = ({ id }: Todo, body: object, sentence: string): Promise<boolean> =>
  saveTodo(sentence, () =>
    api.PATCH("/api/v1/todos/{todo_id}", { params: { path: { todo_id: id } }, body: body as never }),
  );

/** Marks a todo as done. */
export const closeTodo = (todo: Todo): Promise<boolean> =>
  changeTodo(todo, { status: "done" }, t`Done: ${named(todo)}`);

/** Opens a todo that was done again. */
export const reopenTodo = (todo: Todo): Promise<boolean> =>
  changeTodo(todo, { status: "open" }, t`Open again: ${named(todo)}`);

/** Sets the day that a todo is due. @param due_date null for no day */
export const setDue = (todo: Todo, due_date: string | null): Promise<boolean> =>
  changeTodo(todo, { due_date }, t`The day of “${named(todo)}” changed`);

/**
 * Makes a todo of a card.
 * @param assigned_to the id of whoever is to do it
 * @param due_date the day that it is due, if there is one
 */
export const createTodo = (
  card_id: string,
  description: string,
  assigned_to: string,
  due_date: string | null = null,
): Promise<boolean> =>
  saveTodo(t`To do: ${named({ description })}`, () =>
    api.POST("/api/v1/cards/{card_id}/todos", {
      params: { path: { card_id } },
      body: { description, assigned_to, due_date } as never,
    }),
  );

/** Opens a todo of a later time now. */
export const openTodoNow = (todo: Todo): Promise<boolean> =>
  saveTodo(t`Open now: ${named(todo)}`, () =>
    api.POST("/api/v1/todos/{todo_id}/promote", { params: { path: { todo_id: todo.id } } }),
  );

/** Deletes a todo. */
export const deleteTodo = (todo: Todo): Promise<boolean> =>
  saveTodo(t`Deleted: ${named(todo)}`, () =>
    api.DELETE("/api/v1/todos/{todo_id}", { params: { path: { todo_id: todo.id } } }),
  );
