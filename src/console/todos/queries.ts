/** Todos: my own, and those of a card. */
import { answered, api } from "../server/client";
import { query } from "../server/queries";

/** Todos that are read at once. */
const MAX_TODOS = 200;

/** Returns my todos: the open ones by the day that they are due, or the others, the newest first. */
export const myTodosQuery = (status: "open" | "done") =>
  query(["todos", "mine", status], ["todo."], ({ signal }) =>
    answered(
      api.GET("/api/v1/todos", {
        signal,
        params: {
          query: {
            status,
            assigned_only: true,
            page_size: MAX_TODOS,
            ...(status === "open" && { sort_by: "due_date" }),
          },
        },
      }),
    ),
  );

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
