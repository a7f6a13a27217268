/** Todos: what people have to do, on a card or because another area asks for it. */
import { area } from "../../core/area";
import { openTodos } from "../../core/notify/badges";
import { run } from "../../core/runs/run";
import { checks, events, notifications } from "./definitions";
import { openDueTodos } from "./occurrences";
import { operations } from "./operations";
import { sheets } from "./sheets";
import { countOpenTodos } from "./system-todos";
import { undo } from "./undo";

export { defaultLeadTime, isOpenOn, nextDueDay } from "./recurrence";
export type { TodoRow } from "./rows";
export {
  completeSystemTodos,
  completeTodosWithIds,
  createSystemTodos,
  deleteSystemTodo,
  deleteSystemTodosBelow,
  matchSystemTodos,
  saveSystemTodo,
  systemTodoChanging,
  updateSystemTodo,
} from "./system-todos";

export { createTodo, updateTodo } from "./todos";

export const todosArea = area({
  name: "todos",
  landscape: true,
  tags: { todos: "What people have to do, on a card or because something else asks for it" },
  tables: ["todos"],
  operations,
  events,
  undo,
  notifications,
  checks,
  extensions: [openTodos.extend("todos", countOpenTodos)],
  runs: [run("todo-promotion", { dailyAt: 3, work: () => openDueTodos() })],
  sheets,
});
