/** The steps of the demo landscape's projects: what some of its initiatives plan, cost and report. */
import { type DemoItem, type DemoProject, type DemoTask, dayIn, people, planOf, projects } from "../../../db/seed/demo";
import type { Actor } from "../../core/access/actor";
import { updateGeneralSettings } from "../../core/settings/general";
import {
  createBudgetLine,
  createCostLine,
  createDependency,
  createItem,
  createReport,
  createRisk,
  createTask,
  INITIATIVE,
  updateTask,
} from "../ppm";
import { type Cast, daysSince, type IdOf, type Step } from "./story";

/** The values that the steps of one project share. */
type Context = {
  project: DemoProject;
  initiative: () => string;
  cast: Cast;
  /** The first day of a month, counted from the month of loading. */
  dateOf: (month: number) => string;
  /** The days since the first day of a month; 1 when it has yet to come. */
  daysOf: (month: number) => number;
  /** Title of an item → its id, and title of a task in an item → its id. */
  items: Map<string, string>;
  tasks: Map<string, string>;
};

const PPM = "/api/v1/ppm/initiatives/{initiative_id}";

const taskKey = (item: DemoItem, { title }: DemoTask) => JSON.stringify([item.title, title]);

/** Returns the items of a plan, each with those below it. */
const withBelow = (items: readonly DemoItem[]): DemoItem[] => items.flatMap((item) => [item, ...withBelow(item.items)]);

/** Creates a task that has yet to begin. */
function createDemoTask(actor: Actor, context: Context, item: DemoItem, task: DemoTask, sort_order: number): void {
  const { project, cast, dateOf, initiative, items, tasks } = context;
  const { id } = createTask(actor, initiative(), {
    title: task.title,
    status: "todo",
    start_date: dateOf(task.months[0]),
    due_date: dateOf(task.months[1]),
    assignee_id: cast.idOf(task.who ?? project.manager),
    wbs_id: items.get(item.title) ?? null,
    priority: "medium",
    tags: [],
    sort_order,
  });
  tasks.set(taskKey(item, task), id);
}

/** Creates items with their tasks and all below them. */
function createItems(actor: Actor, context: Context, all: readonly DemoItem[], parent_id: string | null = null): void {
  const { project, cast, dateOf, initiative, items } = context;
  for (const [sort_order, item] of all.entries()) {
    const { title, milestone } = item;
    const isMilestone = milestone !== undefined;
    const date = isMilestone ? dateOf(milestone) : null;
    const assignee_id = cast.idOf(project.manager);
    const dates = { start_date: date, end_date: date };
    const place = { parent_id, sort_order, is_milestone: isMilestone, completion: 0 };
    items.set(title, createItem(actor, initiative(), { title, assignee_id, ...dates, ...place }).id);
    for (const [at, task] of item.tasks.entries()) createDemoTask(actor, context, item, task, at);
    createItems(actor, context, item.items, items.get(title) ?? null);
  }
}

/** Creates the plan of a project with its risks, and says what waits for what. */
function createPlan(actor: Actor, context: Context): void {
  const { project, cast, initiative, items } = context;
  const owner_id = cast.idOf(project.manager);
  for (const [title, probability, impact, mitigation] of project.risks)
    createRisk(actor, initiative(), { title, probability, impact, mitigation, owner_id, status: "mitigating" });
  createItems(actor, context, planOf(project.plan));
  for (const [predecessor, successor] of project.waiting)
    createDependency(actor, initiative(), {
      pred_kind: "wbs",
      pred_id: items.get(predecessor) ?? "",
      succ_kind: "wbs",
      succ_id: items.get(successor) ?? "",
      kind: "FS",
    });
}

/** Returns the steps by which a task begins, and is done. */
function taskSteps({ project, daysOf, tasks }: Context, item: DemoItem, task: DemoTask): Step[] {
  const { who } = task;
  // A viewer works on a task, and the manager writes down how far it is.
  const by = who && people[who].role !== "viewer" ? who : project.manager;
  const to = (status: DemoTask["status"], month: number): Step => ({
    day: daysOf(month),
    by,
    operation: "PATCH /api/v1/ppm/tasks/{task_id}",
    work: (actor) => void updateTask(actor, tasks.get(taskKey(item, task)) ?? "", { status }),
  });
  const [first, last] = task.months;
  if (task.status === "todo") return [];
  if (task.status === "done") return [to("in_progress", first), to("done", last)];
  return [to(task.status, first)];
}

function stepsOf(context: Context, today: Date): Step[] {
  const { project, initiative, dateOf, daysOf } = context;
  const { manager: by, plan, reports, budget, costs } = project;
  const items = withBelow(planOf(plan));
  const tasks = items.flatMap((item) => item.tasks.map((task) => ({ item, task })));
  const firstMonth = Math.min(...tasks.map(({ task }) => task.months[0]), ...costs.map(([, , month]) => month));
  return [
    {
      day: daysOf(firstMonth) + 6,
      by,
      operation: `POST ${PPM}/wbs`,
      work(actor) {
        createPlan(actor, context);
        for (const [year, category, amount] of budget)
          createBudgetLine(actor, initiative(), { fiscal_year: today.getUTCFullYear() + year, category, amount });
      },
    },
    ...tasks.flatMap(({ item, task }) => taskSteps(context, item, task)),
    ...costs.map(([description, category, month, actual]): Step => {
      const line = { description, category, date: dateOf(month), planned: 0, actual };
      const work = (actor: Actor) => void createCostLine(actor, initiative(), line);
      return { day: daysOf(month), by, operation: `POST ${PPM}/costs`, work };
    }),
    ...reports.map(([month, schedule_health, cost_health, scope_health, summary, next_steps]): Step => {
      const health = { schedule_health, cost_health, scope_health };
      const report = { report_date: dateOf(month), ...health, summary, next_steps };
      const work = (actor: Actor) => void createReport(actor, initiative(), report);
      return { day: daysOf(month), by, operation: `POST ${PPM}/reports`, work };
    }),
  ];
}

/** The step that switches the module of projects on. */
const moduleStep: Step = {
  day: 655,
  by: "administrator",
  operation: "PATCH /api/v1/settings/ppm-enabled",
  work: (actor) => void updateGeneralSettings(actor, { ppmEnabled: true }),
};

/**
 * Returns the steps of the projects of those initiatives that exist or are to be created.
 * @param exists whether there is or will be an initiative of a name
 */
export function projectSteps(
  idOf: IdOf,
  exists: (initiative: string) => boolean,
  cast: Cast,
  today: Date,
): { steps: Step[]; count: number } {
  const dateOf = (month: number) => dayIn(month / 12, today);
  const daysOf = (month: number) => daysSince(dateOf(month), today);
  const known = projects.filter((project) => exists(project.initiative));
  const steps = known.flatMap((project) => {
    const initiative = () => idOf({ type: INITIATIVE, name: project.initiative });
    return stepsOf({ project, initiative, cast, dateOf, daysOf, items: new Map(), tasks: new Map() }, today);
  });
  return { steps: known.length > 0 ? [moduleStep, ...steps] : [], count: known.length };
}
