/** Gives the initiatives of a filled file plans, costs and reports, for what is measured of them alone. */
import { statement, transaction } from "../db";
import { closeDatabase, openDatabase } from "../db/client";
import { rollUp } from "../src/areas/ppm/plan/rollup";
import { type Random, randomFrom, uuidOf } from "./random";
import { productName } from "./words";

const ITEMS = 50;
const TASKS = 150;
const DEPENDENCIES = 40;
const COST_LINES = 12;
const BUDGET_LINES = 4;
const REPORTS = 6;
const RISKS = 5;
const FIRST_DAY = Date.UTC(2026, 0, 5);
const AT = new Date(FIRST_DAY).toISOString();

const dayOf = (random: Random): string =>
  new Date(FIRST_DAY + random.whole(0, 700) * 86_400_000).toISOString().slice(0, 10);

/** Inserts a row with the columns that all records have. @returns its id */
function insert(random: Random, table: string, initiativeId: string, columns: Record<string, string | number | null>) {
  const id = uuidOf(random, FIRST_DAY);
  const stamps = { created_at: AT, ...(table !== "ppm_dependencies" && { updated_at: AT }) };
  const row = { id, initiative_id: initiativeId, ...stamps, ...columns };
  const names = Object.keys(row);
  statement(`INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`).run(
    ...Object.values(row),
  );
  return id;
}

/** Writes so many rows, each given its place. @returns their ids */
const times = (count: number, write: (place: number) => string): string[] =>
  Array.from({ length: count }, (_, place) => write(place));

/** Writes the work breakdown structure of an initiative, its tasks and their dependencies. */
function fillPlan(id: string, userId: string, random: Random): void {
  const items: string[] = [];
  times(ITEMS, (sort_order) => {
    const parent_id = sort_order < 5 ? null : random.one(items);
    const columns = { parent_id, title: productName(random), sort_order, is_milestone: 0, completion: 0 };
    items.push(insert(random, "ppm_wbs", id, { ...columns, assignee_id: userId }));
    return "";
  });
  const tasks = times(TASKS, (sort_order) =>
    insert(random, "ppm_tasks", id, {
      title: productName(random),
      status: random.one(["todo", "in_progress", "done"]),
      priority: "medium",
      sort_order,
      tags: "[]",
      wbs_id: random.one(items),
      assignee_id: userId,
      start_date: dayOf(random),
      due_date: dayOf(random),
    }),
  );
  times(DEPENDENCIES, (place) =>
    insert(random, "ppm_dependencies", id, {
      pred_task_id: tasks[place] as string,
      succ_task_id: tasks[place + random.whole(1, TASKS - DEPENDENCIES)] as string,
    }),
  );
  rollUp(items);
}

/** Writes the cost lines, budget lines, status reports and risks of an initiative. */
function fillRecords(id: string, userId: string, random: Random): void {
  const category = () => random.one(["capex", "opex"]);
  const health = () => random.one(["onTrack", "atRisk", "offTrack"]);
  times(COST_LINES, () =>
    insert(random, "ppm_cost_lines", id, {
      description: productName(random),
      category: category(),
      planned: 0,
      actual: random.whole(0, 1_000_000) * 10,
    }),
  );
  times(BUDGET_LINES, (year) =>
    insert(random, "ppm_budget_lines", id, {
      fiscal_year: 2025 + year,
      category: category(),
      amount: random.whole(0, 1_000_000) * 10,
    }),
  );
  times(REPORTS, () =>
    insert(random, "ppm_status_reports", id, {
      reporter_id: userId,
      report_date: dayOf(random),
      summary: productName(random),
      schedule_health: health(),
      cost_health: health(),
      scope_health: health(),
    }),
  );
  times(RISKS, () =>
    insert(random, "ppm_risks", id, {
      title: productName(random),
      probability: 3,
      impact: 3,
      risk_score: 9,
      status: "open",
      owner_id: userId,
    }),
  );
}

/**
 * Leaves so many initiatives active, and writes their plans, costs and reports.
 * @param file a copy of a filled file
 */
export function fillInitiatives(file: string, initiatives: number, seed = 1): void {
  openDatabase(file);
  const random = randomFrom(seed);
  transaction(() => {
    const ids = statement<{ id: string }>(
      "SELECT id FROM cards WHERE type = 'Initiative' AND status = 'ACTIVE' ORDER BY seq",
    ).all();
    const [user] = statement<{ id: string }>("SELECT id FROM users ORDER BY id LIMIT 1").all();
    for (const { id } of ids.slice(initiatives))
      statement("UPDATE cards SET status = 'ARCHIVED', archived_at = ? WHERE id = ?").run(AT, id);
    for (const { id } of ids.slice(0, initiatives)) {
      fillPlan(id, user?.id as string, random);
      fillRecords(id, user?.id as string, random);
    }
  });
  closeDatabase();
}
