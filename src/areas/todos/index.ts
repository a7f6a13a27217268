/** Todos: what people have to do. So far only those that other areas create; the operations come with collaboration. */
import { area } from "../../core/area";
import { openTodos } from "../../core/notify/badges";
import { countOpenTodos } from "./todos";

export { completeSystemTodos, createSystemTodos } from "./todos";

export const todosArea = area({ name: "todos", extensions: [openTodos.extend("todos", countOpenTodos)] });
