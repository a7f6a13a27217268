/** Changes of the plan of an initiative: packages, tasks, what waits for what, and comments. */
import { t } from "@lingui/core/macro";
import { type BatchHeader, type ShownChange, together } from "../server/changes";
import { api } from "../server/client";
import { create, save } from "./changes";
import { type Move, movedPlan, type PlanRow, titleOf } from "./plan";
import type { Dependency, Plan, PlanItem, Task, TaskComment } from "./queries";

export type TaskChanges = Partial<
  Pick<
    Task,
    "title" | "description" | "status" | "priority" | "assignee_id" | "start_date" | "due_date" | "wbs_id" | "tags"
  >
>;
export type ItemChanges = Partial<
  Pick<
    PlanItem,
    "title" | "description" | "parent_id" | "start_date" | "end_date" | "is_milestone" | "completion" | "assignee_id"
  >
>;

const showPlan = (initiative: string, update: (plan: Plan) => Plan): ShownChange[] => [
  { queryKey: ["projects", "plan", initiative], update },
];

const patchTask = (task_id: string, body: TaskChanges, header?: BatchHeader) =>
  api.PATCH("/api/v1/ppm/tasks/{task_id}", {
    params: { path: { task_id }, ...(header && { header }) },
    body: body as never,
  });

const patchItem = (wbs_id: string, body: ItemChanges, header?: BatchHeader) =>
  api.PATCH("/api/v1/ppm/wbs/{wbs_id}", {
    params: { path: { wbs_id }, ...(header && { header }) },
    body: body as never,
  });

/** Changes fields of a task. @param shown what is shown of it besides, until the server has answered */
export const changeTask = (
  task: Task,
  changes: TaskChanges,
  sentence: string,
  shown: Partial<Task> = {},
): Promise<boolean> =>
  save(
    sentence,
    () => patchTask(task.id, changes),
    showPlan(task.initiative_id, (plan) => ({
      ...plan,
      tasks: plan.tasks.map((one) => (one.id === task.id ? { ...one, ...changes, ...shown } : one)),
    })),
  );

/** Changes fields of a package. */
export const changeItem = (
  item: PlanItem,
  changes: ItemChanges,
  sentence: string,
  shown: Partial<PlanItem> = {},
): Promise<boolean> =>
  save(
    sentence,
    () => patchItem(item.id, changes),
    showPlan(item.initiative_id, (plan) => ({
      ...plan,
      items: plan.items.map((one) => (one.id === item.id ? { ...one, ...changes, ...shown } : one)),
    })),
  );

/** Renames a task or a package. */
export const renameRow = (row: PlanRow, title: string): Promise<boolean> =>
  row.kind === "task"
    ? changeTask(row.task, { title }, t`${title} is renamed`)
    : changeItem(row.item, { title }, t`${title} is renamed`);

const sendMove = ({ kind, id, from, to }: Move, header?: BatchHeader) =>
  kind === "task"
    ? patchTask(id, { start_date: from, due_date: to }, header)
    : patchItem(id, { start_date: from, end_date: to }, header);

/** Moves parts of a plan in time, as one batch. */
export function moveParts(initiative: string, moves: readonly Move[], sentence: string): Promise<boolean> {
  const [first] = moves;
  if (!first) return Promise.resolve(false);
  const send =
    moves.length === 1
      ? () => sendMove(first)
      : together("plan", async (header) => {
          let last = await sendMove(first, header);
          for (const move of moves.slice(1)) {
            if (!last.response.ok) return last;
            last = await sendMove(move, header);
          }
          return last;
        });
  return save(
    sentence,
    send,
    showPlan(initiative, (plan) => movedPlan(plan, moves)),
  );
}

/** Creates a task. @returns its id; undefined when it is refused */
export const createTask = (initiative_id: string, task: TaskChanges & { title: string }): Promise<string | undefined> =>
  create(t`${task.title} is to be done`, () =>
    api.POST("/api/v1/ppm/initiatives/{initiative_id}/tasks", {
      params: { path: { initiative_id } },
      body: task as never,
    }),
  );

/** Creates a package or a milestone. @returns its id; undefined when it is refused */
export const createItem = (initiative_id: string, item: ItemChanges & { title: string }): Promise<string | undefined> =>
  create(t`${item.title} is in the plan`, () =>
    api.POST("/api/v1/ppm/initiatives/{initiative_id}/wbs", {
      params: { path: { initiative_id } },
      body: item as never,
    }),
  );

/** Deletes a task, or a package with all below it. */
export const deleteRow = (row: PlanRow): Promise<boolean> =>
  save(t`${titleOf(row)} is deleted`, () =>
    row.kind === "task"
      ? api.DELETE("/api/v1/ppm/tasks/{task_id}", { params: { path: { task_id: row.id } } })
      : api.DELETE("/api/v1/ppm/wbs/{wbs_id}", { params: { path: { wbs_id: row.id } } }),
  );

/** Lets one thing wait for another. */
export const linkRows = (initiative_id: string, before: PlanRow, after: PlanRow): Promise<boolean> =>
  save(t`${titleOf(after)} comes after ${titleOf(before)}`, () =>
    api.POST("/api/v1/ppm/initiatives/{initiative_id}/dependencies", {
      params: { path: { initiative_id } },
      body: { pred_kind: before.kind, pred_id: before.id, succ_kind: after.kind, succ_id: after.id } as never,
    }),
  );

/** Lets something no longer wait. */
export const unlinkRows = ({ id, initiative_id }: Dependency): Promise<boolean> =>
  save(
    t`The dependency is gone`,
    () => api.DELETE("/api/v1/ppm/dependencies/{dep_id}", { params: { path: { dep_id: id } } }),
    showPlan(initiative_id, (plan) => ({ ...plan, dependencies: plan.dependencies.filter((one) => one.id !== id) })),
  );

/** Comments on a task. */
export const comment = (task: Task, content: string): Promise<boolean> =>
  save(t`Comment on ${task.title} written`, () =>
    api.POST("/api/v1/ppm/tasks/{task_id}/comments", { params: { path: { task_id: task.id } }, body: { content } }),
  );

/** Changes a comment. */
export const changeComment = ({ id }: TaskComment, content: string): Promise<boolean> =>
  save(t`The comment is changed`, () =>
    api.PATCH("/api/v1/ppm/task-comments/{comment_id}", { params: { path: { comment_id: id } }, body: { content } }),
  );

/** Deletes a comment. */
export const deleteComment = ({ id }: TaskComment): Promise<boolean> =>
  save(t`The comment is deleted`, () =>
    api.DELETE("/api/v1/ppm/task-comments/{comment_id}", { params: { path: { comment_id: id } } }),
  );
