/** Notifies the assignee of a task, by a todo that follows the task, and a notification. */
import type { Actor } from "../../../core/access/actor";
import type { Author } from "../../../core/journal/journal";
import { notify } from "../../../core/notify/notify";
import { deleteSystemTodosBelow, saveSystemTodo } from "../../todos";
import type { Initiative } from "../initiatives";
import type { Row } from "../records";

/** Characters of a title that a notification shows. */
const EXCERPT = 80;

/** Returns the page of the front end with the tasks of an initiative. */
const pageOf = (initiativeId: string) => `/ppm/${initiativeId}?tab=tasks`;
/** Returns the place of a task on it, which names the task's todo. */
export const linkOf = ({ id, initiative_id }: Row<"task">) => `${pageOf(initiative_id)}#task-${id}`;

/** Deletes the todo of a task. */
export const deleteTodo = (author: Author, task: Row<"task">): void => deleteSystemTodosBelow(author, linkOf(task));

/** Gives the assignee of a task its todo, or brings that up to date; there is none without an assignee. */
export function followTask(actor: Actor, task: Row<"task">, { name }: Initiative): void {
  const { title, assignee_id: assignedTo, due_date: dueDate, initiative_id: cardId, status } = task;
  if (assignedTo === null) {
    deleteTodo(actor, task);
    return;
  }
  const description = `[PPM] ${name}: ${title}`;
  const todo = { description, link: linkOf(task), assignedTo, createdBy: actor.userId, cardId, dueDate };
  saveSystemTodo(actor, todo, status === "done" ? "done" : "open");
}

/** Notifies the assignee of a task, also of what they did themselves. */
export function notifyAssignee(actor: Actor, task: Row<"task">, { id, name }: Initiative): void {
  if (task.assignee_id === null) return;
  const title = task.title.slice(0, EXCERPT).toWellFormed();
  notify(actor, [
    {
      userId: task.assignee_id,
      type: "task_assigned",
      title: "Task Assigned",
      data: {},
      message: `${actor.displayName} assigned you "${title}" on ${name}`,
      link: pageOf(id),
      cardId: id,
      actorId: actor.userId,
    },
  ]);
}
