/** Tasks and their comments below /ppm */
import { hasRow } from "../../../../db";
import { checkedInService } from "../../../core/access/operation-permission";
import { del, get, MANY_ROWS, type Operation, patch, post } from "../../../core/api/operation";
import { slice, sliceTexts } from "../../../http/pagination";
import { jsonList } from "../../../http/responses";
import { CREATE, list, MANAGE } from "../facts";
import { createComment, deleteComment, listComments, requireComment, updateComment } from "./comments";
import { listTasks, requireTask } from "./list";
import * as model from "./model";
import { createTask, deleteTask, updateTask } from "./tasks";

const ANSWER = { ...MANAGE, answer: model.Task, refusals: [400] } as const;
const COMMENT = { body: model.CommentContent, answer: model.TaskComment } as const;
const OWN_OR_MANAGED = { permission: checkedInService("owner", "ppm.manage") } as const;

/** Checks whether much goes with a task. */
const goesWithMuch = (taskId: string): boolean =>
  hasRow(
    `SELECT id FROM ppm_task_comments WHERE task_id = ?1 UNION ALL
     SELECT id FROM ppm_dependencies WHERE pred_task_id = ?1 OR succ_task_id = ?1 LIMIT 1 OFFSET ${MANY_ROWS}`,
    taskId,
  );

export const operations: readonly Operation[] = [
  get(
    "/ppm/initiatives/{initiative_id}/tasks",
    "The tasks of an initiative, in their order",
    { ...list("ppm_tasks", "initiative_id", "description"), answer: model.Task.array() },
    ({ params, query, set }) => jsonList(sliceTexts(listTasks(params.initiative_id), query, set)),
  ),
  post(
    "/ppm/initiatives/{initiative_id}/tasks",
    "Create a task; its assignee gets a todo and a notification",
    { ...ANSWER, body: model.NewTask },
    ({ params, body, actor }) => createTask(actor, params.initiative_id, body),
  ),
  patch(
    "/ppm/tasks/{task_id}",
    "Update the fields of a task that are given; a new assignee is notified",
    { current: ({ params }) => requireTask(params.task_id), ...ANSWER, body: model.TaskChanges },
    ({ params, body, actor }) => updateTask(actor, params.task_id, body),
  ),
  del(
    "/ppm/tasks/{task_id}",
    "Delete a task with its comments and dependencies",
    { ...MANAGE, writesMuch: ({ params }) => goesWithMuch(params["task_id"] as string) },
    ({ params, actor }) => deleteTask(actor, params.task_id),
  ),
  get(
    "/ppm/tasks/{task_id}/comments",
    "The comments on a task, oldest first; empty for an unknown task",
    { ...list("ppm_task_comments", "task_id", "content"), answer: model.TaskComment.array() },
    ({ params, query, set }) => slice(listComments(params.task_id), query, set),
  ),
  post("/ppm/tasks/{task_id}/comments", "Comment on a task", { ...CREATE, ...COMMENT }, ({ params, body, actor }) =>
    createComment(actor, params.task_id, body.content),
  ),
  patch(
    "/ppm/task-comments/{comment_id}",
    "Replace the text of a comment on a task",
    { current: ({ params }) => requireComment(params.comment_id), ...OWN_OR_MANAGED, ...COMMENT },
    ({ params, body, actor }) => updateComment(actor, params.comment_id, body.content),
  ),
  del("/ppm/task-comments/{comment_id}", "Delete a comment on a task", OWN_OR_MANAGED, ({ params, actor }) =>
    deleteComment(actor, params.comment_id),
  ),
];
