/** The occurrences of recurring todos: one follows when another is done, and opens when its time has come. */
import { hasRow, statement, transaction } from "../../../db";
import { type Author, program } from "../../core/journal/journal";
import { now, today } from "../../platform/clock";
import { newId } from "../../platform/ids";
import { notifyDue, publishCreated, publishUpdated } from "./events";
import { isOpenOn, nextDueDay } from "./recurrence";
import { createTodoRow, requireTodo, rowOf, type TodoRow, updateColumns } from "./rows";

const hasUnfinished = (seriesId: string | null) =>
  hasRow("SELECT 1 AS found FROM todos WHERE series_id = ? AND status <> 'done' LIMIT 1", seriesId);

/**
 * Creates the occurrence that follows one that is done, unless another one of its series is unfinished; part of the running
 * transaction. Publishes `todo.created`; when it is open already, its assignee is notified.
 * @param completedBy who did the one before it
 */
export function createSuccessor(author: Author, done: TodoRow, completedBy: string): void {
  const { card_id, description, assigned_to, created_by, series_id, lead_time_days } = done;
  const { recurrence_unit, recurrence_interval } = done;
  if (recurrence_unit === "none" || hasUnfinished(series_id)) return;
  const due_date = nextDueDay(done.due_date ?? today(), recurrence_unit, recurrence_interval);
  if (due_date === undefined) return;
  const id = newId();
  createTodoRow({
    id,
    card_id,
    description,
    assigned_to,
    created_by,
    series_id,
    recurrence_unit,
    recurrence_interval,
    lead_time_days,
    due_date,
    created_at: now(),
    status: isOpenOn(today(), due_date, lead_time_days) ? "open" : "scheduled",
  });
  const successor = rowOf(requireTodo(id));
  publishCreated(author, successor);
  if (successor.status === "open") notifyDue(author, successor, completedBy);
}

/**
 * Opens a scheduled todo; part of the running transaction. Publishes `todo.updated`.
 * @returns the open todo
 */
export function openTodo(author: Author, scheduled: TodoRow): TodoRow {
  updateColumns(scheduled.id, { status: "open" });
  const open: TodoRow = { ...scheduled, status: "open" };
  publishUpdated(author, open, { status: scheduled.status });
  return open;
}

/** Todos opened before other requests are served. */
const BATCH = 100;

/** Opens at most `BATCH` todos whose time has come, each in a transaction of its own. @returns how many */
function openDue(author: Author): number {
  const due = statement<{ id: string }, [string, number]>(
    `SELECT id FROM todos WHERE status = 'scheduled' AND recurrence_unit <> 'none'
       AND (due_date IS NULL OR julianday(due_date) - lead_time_days <= julianday(?))
     ORDER BY due_date, id LIMIT ?`,
  ).all(today(), BATCH);
  for (const { id } of due)
    transaction(() => {
      const open = openTodo(author, rowOf(requireTodo(id)));
      notifyDue(author, open, open.created_by);
    });
  return due.length;
}

/**
 * Opens the scheduled todos whose time has come, and notifies their assignees. Its events are one batch without a user.
 * @param isOver whether the server is stopping; the remaining todos are left to the next run
 */
export async function openDueTodos(isOver: () => boolean = () => false): Promise<void> {
  const author = program("todo-promotion");
  while (openDue(author) === BATCH && !isOver()) await Bun.sleep(0);
}
