/** The time that each report on processes takes, compared with the same SQL by itself. */
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { areas } from "../../src/areas";
import { installAreas } from "../../src/core/area";
import { fillProcesses } from "../fill-processes";
import { copyOfFilled } from "../filled";
import { newFolder } from "../processes";
import type { Figure } from "../report";
import { compareAnswers } from "./reports";

const PROCESSES = 2_000;

const questions = [
  "dashboard",
  "process-map",
  "process-map?at=2027-01-01",
  "value-stream-matrix",
  "process-dependencies",
  "process-application-matrix",
  "capability-process-matrix",
  "capability-heatmap",
  "element-application-map",
].map((report) => `/reports/bpm/${report}`);

/** Returns the figures for processes with elements among so many cards. */
export async function processReports(cards: number, rounds: number): Promise<Figure[]> {
  const folder = newFolder();
  const own = join(folder, "stoa.db");
  const bare = join(folder, "floor.db");
  await copyOfFilled(cards, own);
  installAreas(areas);
  fillProcesses(own, PROCESSES);
  copyFileSync(own, bare);
  return compareAnswers({ own, bare }, () => questions, rounds);
}
