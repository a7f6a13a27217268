/** Changes of the plan of an initiative: packages, tasks, what waits for what, and comments. */
import { t } from "@lingui/core/macro";
import { type BatchHeader, type Reply, type ShownChange, together } from "../server/changes";
import { api } from "../server/client";
import { create, save } from "./changes";
import { type Move, movedPlan, type PlanRow, titleOf } from "./plan";
import { orderedPlan, type Place } from "./plan-order";
import type { Dependency, Plan, PlanItem, Task, TaskComment } from "./queries";

export type TaskChanges = Partial<
  Pick<
    Task,
    | "title"
    | "description"
    | "status"
    | "priority"
    | "assignee_id"
    | "start_date"
    | "due_date"
    | "sort_order"
    | "wbs_id"
    | "tags"
  >
>;
export type ItemChanges = Partial<
  Pick<
    PlanItem,
    | "title"
    | "description"
    | "parent_id"
    | "start_date"
    | "end_date"
    | "sort_order"
    | "is_milestone"
    | "completion"
    | "assignee_id"
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

type PartAnswer = ReturnType<typeof patchTask> | ReturnType<typeof patchItem>;

const sendMove = ({ kind, id, from, to }: Move, header?: BatchHeader): Promise<Awaited<PartAnswer>> =>
  kind === "task"
    ? patchTask(id, { start_date: from, due_date: to }, header)
    : patchItem(id, { start_date: from, end_date: to }, header);

/** Sends requests one after the other as one batch, and a single one as it is; the first refusal ends it. */
const sendEach =
  <T, R extends Reply>(parts: readonly [T, ...T[]], send: (part: T, header?: BatchHeader) => Promise<R>) =>
  (): Promise<R> => {
    const [first, ...rest] = parts;
    if (rest.length === 0) return send(first);
    return together("plan", async (header) => {
      let last = await send(first, header);
      for (const part of rest) {
        if (!last.response.ok) return last;
        last = await send(part, header);
      }
      return last;
    })();
  };

const isFilled = <T>(list: readonly T[]): list is readonly [T, ...T[]] => list.length > 0;

/** Moves parts of a plan in time, as one batch. */
export const moveParts = (initiative: string, moves: readonly Move[], sentence: string): Promise<boolean> =>
  isFilled(moves)
    ? save(
        sentence,
        sendEach(moves, sendMove),
        showPlan(initiative, (plan) => movedPlan(plan, moves)),
      )
    : Promise.resolve(false);

const sendPlace = ({ kind, id, sort_order }: Place, header?: BatchHeader): Promise<Awaited<PartAnswer>> =>
  kind === "task" ? patchTask(id, { sort_order }, header) : patchItem(id, { sort_order }, header);

/** Changes the order of a plan, as one batch. */
export const orderParts = (initiative: string, places: readonly Place[], sentence: string): Promise<boolean> =>
  isFilled(places)
    ? save(
        sentence,
        sendEach(places, sendPlace),
        showPlan(initiative, (plan) => orderedPlan(plan, places)),
      )
    : Promise.resolve(false);

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
