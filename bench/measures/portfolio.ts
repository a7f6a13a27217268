/** The time that the plans and the reports of the project portfolio take, compared with the same SQL by itself. */
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { statement } from "../../db";
import { areas } from "../../src/areas";
import { installAreas } from "../../src/core/area";
import { fillInitiatives } from "../fill-initiatives";
import { copyOfFilled } from "../filled";
import { newFolder } from "../processes";
import type { Figure } from "../report";
import { compareAnswers } from "./reports";

const INITIATIVES = 500;

/** Returns the lists of one initiative, and the reports on all. */
function questions(): string[] {
  const [first] = statement<{ id: string }>("SELECT initiative_id AS id FROM ppm_tasks ORDER BY rowid LIMIT 1").all();
  return [
    ...["tasks", "wbs", "dependencies", "costs", "budgets", "reports", "risks"].map(
      (list) => `/ppm/initiatives/${first?.id}/${list}`,
    ),
    ...["dashboard", "gantt", "gantt?group_by=Organization"].map((report) => `/reports/ppm/${report}`),
  ];
}

/** Returns the figures for initiatives with plans among so many cards. */
export async function portfolio(cards: number, rounds: number): Promise<Figure[]> {
  const folder = newFolder();
  const own = join(folder, "stoa.db");
  const bare = join(folder, "floor.db");
  await copyOfFilled(cards, own);
  installAreas(areas);
  fillInitiatives(own, INITIATIVES);
  copyFileSync(own, bare);
  return compareAnswers({ own, bare }, questions, rounds);
}
