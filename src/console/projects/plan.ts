/** The plan of an initiative: packages with their tasks as a tree, when each runs, and what moves with it. */
import type { Span } from "../charts/days";
import { type Grip, movedSpan, stepped, type Unit } from "../charts/span-drag";
import type { Dependency, Plan, PlanItem, Task } from "./queries";

type Common = { id: string; level: number; parent: string | undefined };

/** A row of the plan. */
export type PlanRow =
  | (Common & { kind: "wbs"; item: PlanItem; isParent: boolean })
  | (Common & { kind: "task"; task: Task });

/** Returns the title of what a row is about. */
export const titleOf = (row: PlanRow): string => (row.kind === "wbs" ? row.item.title : row.task.title);

const span = (from: string | null, to: string | null): Span | undefined => {
  const [start, end] = [from ?? to, to ?? from];
  if (start === null || end === null) return undefined;
  return start <= end ? { from: start, to: end } : { from: end, to: start };
};

/** Returns when a row runs; undefined without any day. */
export const spanOfRow = (row: PlanRow): Span | undefined =>
  row.kind === "wbs" ? span(row.item.start_date, row.item.end_date) : span(row.task.start_date, row.task.due_date);

/**
 * Returns the rows of a plan: each package with its tasks, and then what is below it; last the tasks in no package.
 * @param isOpen whether what is in a package is shown
 */
export function planRows({ items, tasks }: Plan, isOpen: (id: string) => boolean): PlanRow[] {
  const below = Map.groupBy(items, ({ parent_id }) => parent_id);
  const within = Map.groupBy(tasks, ({ wbs_id }) => wbs_id);
  const taskRows = (item: string | null, level: number): PlanRow[] =>
    (within.get(item) ?? []).map((task) => ({ kind: "task", id: task.id, task, level, parent: item ?? undefined }));
  const rows = (parent: string | null, level: number): PlanRow[] =>
    (below.get(parent) ?? []).flatMap((item): PlanRow[] => {
      const isParent = below.has(item.id) || within.has(item.id);
      const row: PlanRow = { kind: "wbs", id: item.id, item, level, parent: parent ?? undefined, isParent };
      return isOpen(item.id) ? [row, ...taskRows(item.id, level + 1), ...rows(item.id, level + 1)] : [row];
    });
  return [...rows(null, 1), ...taskRows(null, 1)];
}

/** Returns the ids of a package and of all packages below it. */
export function packagesIn({ items }: Plan, id: string): ReadonlySet<string> {
  const found = new Set([id]);
  for (let before = 0; before !== found.size; ) {
    before = found.size;
    for (const { id: one, parent_id } of items) if (parent_id !== null && found.has(parent_id)) found.add(one);
  }
  return found;
}

/** Checks whether the days of a package follow from what is in it. */
export const hasDatedParts = ({ items, tasks }: Plan, id: string): boolean =>
  tasks.some((task) => task.wbs_id === id && (task.start_date !== null || task.due_date !== null)) ||
  items.some((item) => item.parent_id === id && (item.start_date !== null || item.end_date !== null));

/** The days that a part of a plan gets. */
export type Move = { kind: "wbs" | "task"; id: string; from: string | null; to: string | null };

const later = (day: string | null, steps: number, unit: Unit) => (day === null ? null : stepped(day, steps, unit));

/**
 * Returns what a drag of a row moves: the task itself, or all dated parts of a package.
 * @param grip an end, of what has days of its own
 */
export function movesOf(plan: Plan, row: PlanRow, grip: Grip, steps: number, unit: Unit): Move[] {
  const own = spanOfRow(row);
  if (!own) return [];
  if (grip !== "move") {
    const { from, to } = movedSpan(own, grip, steps, unit);
    return [{ kind: row.kind, id: row.id, from, to }];
  }
  if (row.kind === "task") {
    const { start_date: from, due_date: to } = row.task;
    return [{ kind: "task", id: row.id, from: later(from, steps, unit), to: later(to, steps, unit) }];
  }
  const packages = packagesIn(plan, row.id);
  const tasks = plan.tasks.filter(
    ({ wbs_id: item, start_date: from, due_date: to }) => item !== null && packages.has(item) && (from ?? to) !== null,
  );
  const leaves = plan.items.filter(
    ({ id, start_date: from, end_date: to }) => packages.has(id) && !hasDatedParts(plan, id) && (from ?? to) !== null,
  );
  return [
    ...tasks.map(
      ({ id, start_date, due_date }): Move => ({
        kind: "task",
        id,
        from: later(start_date, steps, unit),
        to: later(due_date, steps, unit),
      }),
    ),
    ...leaves.map(
      ({ id, start_date, end_date }): Move => ({
        kind: "wbs",
        id,
        from: later(start_date, steps, unit),
        to: later(end_date, steps, unit),
      }),
    ),
  ];
}

/** Returns a plan with other days. */
export function movedPlan(plan: Plan, moves: readonly Move[]): Plan {
  const of = (kind: Move["kind"]) => new Map(moves.filter((move) => move.kind === kind).map((move) => [move.id, move]));
  const [items, tasks] = [of("wbs"), of("task")];
  return {
    ...plan,
    items: plan.items.map((item) => {
      const move = items.get(item.id);
      return move ? { ...item, start_date: move.from, end_date: move.to } : item;
    }),
    tasks: plan.tasks.map((task) => {
      const move = tasks.get(task.id);
      return move ? { ...task, start_date: move.from, due_date: move.to } : task;
    }),
  };
}

/** A dependency with the other end, as it is read from one. */
export type Neighbour = { dependency: Dependency; id: string; kind: "wbs" | "task"; title: string };

/** Returns what something waits for, and what waits for it. */
export function neighboursOf(plan: Plan, id: string): { before: Neighbour[]; after: Neighbour[] } {
  const titles = new Map([...plan.items, ...plan.tasks].map((one) => [one.id, one.title]));
  const before = plan.dependencies.flatMap((dependency): Neighbour[] => {
    const { succ_id, pred_id, pred_kind: kind } = dependency;
    return succ_id === id ? [{ dependency, id: pred_id, kind, title: titles.get(pred_id) ?? "" }] : [];
  });
  const after = plan.dependencies.flatMap((dependency): Neighbour[] => {
    const { pred_id, succ_id, succ_kind: kind } = dependency;
    return pred_id === id ? [{ dependency, id: succ_id, kind, title: titles.get(succ_id) ?? "" }] : [];
  });
  return { before, after };
}
