/** The time that lists of risks, their figures and the reports on them take, compared with the same SQL by itself. */
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { areas } from "../../src/areas";
import { installAreas } from "../../src/core/area";
import { fillRisks } from "../fill-risks";
import { copyOfFilled } from "../filled";
import { newFolder } from "../processes";
import type { Figure } from "../report";
import { compareAnswers } from "./reports";

const questions = [
  "/risks",
  "/risks?page=50&page_size=200",
  "/risks?sort_by=level&sort_dir=asc&page_size=200",
  "/risks?sort_by=target_resolution_date&status=in_progress",
  "/risks?level=critical&overdue=true&page_size=200",
  "/risks?search=cloud&page_size=200",
  "/risks/metrics",
  "/risks/metrics?category=security",
  "/risks/mitigation-tasks/export",
  "/reports/risks/matrix",
  "/reports/risks/over-time?interval=week",
];

/** Returns the figures for so many risks of so many cards. */
export async function risks(cards: number, count: number, rounds: number): Promise<Figure[]> {
  const folder = newFolder();
  const own = join(folder, "stoa.db");
  const bare = join(folder, "floor.db");
  await copyOfFilled(cards, own);
  installAreas(areas);
  fillRisks(own, count);
  copyFileSync(own, bare);
  return compareAnswers({ own, bare }, () => questions, rounds);
}
