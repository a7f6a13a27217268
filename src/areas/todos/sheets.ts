/** The sheet of the todos in a workspace bundle. Nobody is notified of them. */
import { tables } from "../../../db";
import { recordSheet } from "../../core/sheets/record-sheet";
import { publishCreated } from "./events";
import { requireTodo, rowOf } from "./rows";

const todos = recordSheet("Todos", tables.todos, {
  columns: "description status link is_system due_date series_id recurrence_unit recurrence_interval lead_time_days id",
  cards: "card_id",
  users: "assigned_to created_by",
  needs: { card: "card.view", of: "card_id" },
  created(actor, rows) {
    for (const { id } of rows) publishCreated(actor, rowOf(requireTodo(id)));
  },
});

export const sheets = [todos];
