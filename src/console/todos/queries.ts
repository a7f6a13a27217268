/** Todos: my own, and those of a card. */
import { answered, api, received } from "../server/client";
import { query } from "../server/queries";

/** Todos that are read at once. */
const MAX_TODOS = 200;

/** Filters of `GET /todos`. */
export type TodoFilters = {
  status: "open" | "done" | "scheduled";
  assigned_only?: true;
  created_only?: true;
  /** False for those of everybody. */
  mine?: false;
  card_id?: string;
  due_from?: string;
  due_to?: string;
  undated?: true;
};

/**
 * Returns the first todos that match, and how many match: those that are done the newest first, the others by the day that
 * they are due.
 */
export const todosQuery = (filters: TodoFilters) =>
  query(["todos", "list", filters], ["todo."], async ({ signal }) => {
    const order = filters.status === "done" ? {} : { sort_by: "due_date" };
    const { data = [], response } = await received(
      api.GET("/api/v1/todos", {
        signal,
        params: { query: { ...filters, ...order, page: 1, page_size: MAX_TODOS } },
      }),
    );
    return { items: data, total: Number(response.headers.get("x-total-count") ?? data.length) };
  });

/** My open todos. */
export const openTodosQuery = todosQuery({ status: "open", assigned_only: true });

/** Returns the todos of a card, the newest first. */
export const cardTodosQuery = (card_id: string) =>
  query(["todos", "card", card_id], ["todo."], ({ signal }) =>
    answered(
      api.GET("/api/v1/cards/{card_id}/todos", {
        signal,
        params: { path: { card_id }, query: { page: 1, page_size: MAX_TODOS } },
      }),
    ),
  );
