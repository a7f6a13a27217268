/** Loads the projects of the demo landscape: what some of its initiatives plan, cost and report. */
import { inList, largeTransaction, listOf, statement } from "../../db";
import { type DemoItem, type DemoProject, dayIn, planOf, projects } from "../../db/seed/demo";
import {
  createBudgetLine,
  createCostLine,
  createDependency,
  createItem,
  createReport,
  createRisk,
  createTask,
  INITIATIVE,
} from "../areas/ppm";
import type { Actor } from "../core/access/actor";
import { updateGeneralSettings } from "../core/settings/general";

/** Name → the id of the first initiative that has it, of those that the demo describes. */
const initiativesOf = (): Map<string, string> =>
  new Map(
    statement<{ id: string; name: string }, [string, string]>(
      `SELECT id, name FROM cards WHERE type = ? AND ${inList("name")} ORDER BY seq DESC`,
    )
      .all(INITIATIVE, listOf(projects.map(({ initiative }) => initiative)))
      .map(({ id, name }) => [name, id]),
  );

const anyReport = (): boolean =>
  statement<{ found: 1 }>("SELECT 1 AS found FROM ppm_status_reports LIMIT 1").get() !== null;

/** Creates items with their tasks and all below them. @param ids gets the id of each item by its title */
function createItems(
  actor: Actor,
  initiativeId: string,
  items: readonly DemoItem[],
  dayOf: (month: number) => string,
  ids: Map<string, string>,
  parent_id: string | null = null,
): void {
  for (const [sort_order, { title, isMilestone: is_milestone, tasks, items: below }] of items.entries()) {
    const { id } = createItem(actor, initiativeId, { title, parent_id, sort_order, is_milestone, completion: 0 });
    ids.set(title, id);
    for (const [place, { title, status, months }] of tasks.entries()) {
      const start_date = dayOf(months[0]);
      const due_date = dayOf(months[1]);
      const task = { title, status, start_date, due_date, wbs_id: id, sort_order: place };
      createTask(actor, initiativeId, { ...task, priority: "medium", tags: [] });
    }
    createItems(actor, initiativeId, below, dayOf, ids, id);
  }
}

/** Creates the plan of a project, with what waits for what. */
function createPlan(actor: Actor, id: string, project: DemoProject, dayOf: (month: number) => string): void {
  const ids = new Map<string, string>();
  createItems(actor, id, planOf(project.plan), dayOf, ids);
  for (const [predecessor, successor] of project.waiting)
    createDependency(actor, id, {
      pred_kind: "wbs",
      pred_id: ids.get(predecessor) ?? "",
      succ_kind: "wbs",
      succ_id: ids.get(successor) ?? "",
      kind: "FS",
    });
}

function createProject(actor: Actor, id: string, project: DemoProject, today: Date): void {
  const dayOf = (month: number) => dayIn(month / 12, today);
  for (const [month, schedule_health, cost_health, scope_health, summary, next_steps] of project.reports) {
    const health = { schedule_health, cost_health, scope_health };
    createReport(actor, id, { report_date: dayOf(month), ...health, summary, next_steps });
  }
  for (const [year, category, amount] of project.budget)
    createBudgetLine(actor, id, { fiscal_year: today.getUTCFullYear() + year, category, amount });
  for (const [description, category, month, actual] of project.costs)
    createCostLine(actor, id, { description, category, date: dayOf(month), planned: 0, actual });
  for (const [title, probability, impact, mitigation] of project.risks)
    createRisk(actor, id, { title, probability, impact, mitigation, owner_id: actor.userId, status: "mitigating" });
  createPlan(actor, id, project, dayOf);
}

/**
 * Creates the projects of those initiatives that exist, and switches their module on; nothing when there is a status report.
 * @returns how many were created
 */
export const createProjects = (actor: Actor, today: Date): number =>
  largeTransaction(() => {
    const initiatives = anyReport() ? new Map<string, string>() : initiativesOf();
    for (const project of projects) {
      const id = initiatives.get(project.initiative);
      if (id !== undefined) createProject(actor, id, project, today);
    }
    if (initiatives.size > 0) updateGeneralSettings(actor, { ppmEnabled: true });
    return initiatives.size;
  });
