/** The time that each report takes, compared with the same SQL by itself. */
import { join } from "node:path";
import { statement } from "../../db";
import { closeDatabase, openDatabase } from "../../db/client";
import { areas } from "../../src/areas";
import type { Actor } from "../../src/core/access/actor";
import type { Operation } from "../../src/core/api/operation";
import { installAreas, operationsOf } from "../../src/core/area";
import { logIn } from "../client";
import { ADMIN } from "../fill";
import { copyOfFilled } from "../filled";
import { newFolder, startFloor, startStoa } from "../processes";
import { record } from "../recorded";
import type { Figure } from "../report";
import { compareWithSql, type Question } from "../sql-comparison";

const API = "/api/v1";
const REPORTS = "/reports/";

/** Finds a component that much depends on. */
function findCenter(): string {
  const [center] = statement<{ id: string }>(
    "SELECT c.id FROM relations r JOIN cards c ON c.seq = r.target_seq WHERE c.type = 'ITComponent' AND c.status = 'ACTIVE' GROUP BY c.seq ORDER BY count(*) DESC, c.seq LIMIT 1",
  ).all();
  return center?.id ?? "";
}

/** Returns the reports in their most expensive forms. */
function expensiveReports(): string[] {
  const centerId = findCenter();
  return [
    "dashboard",
    "my-workspace",
    "admin-dashboard",
    "stakeholder-directory",
    "landscape",
    "landscape?at=2027-01-01",
    "portfolio?x_axis=numberOfUsers&y_axis=businessCriticality",
    "app-portfolio",
    "matrix",
    "matrix?row_type=ITComponent&col_type=Application&at=2027-01-01",
    "roadmap",
    "roadmap?type=Application&at=2027-01-01",
    "cost",
    "cost-treemap",
    "cost-treemap?group_by=Organization&aggregate=ITComponent:costTotalAnnual",
    "capability-heatmap",
    "dependencies",
    `dependencies?center_id=${centerId}&depth=3`,
    `impact?card_id=${centerId}&depth=10`,
    "data-quality",
    "eol",
  ];
}

/** Ids in a path. */
const ID = /[0-9a-f]{8}-[0-9a-f-]{27}/g;

/** Returns the operation that serves a path, in which ids stand for its parameters. */
function operationOf(path: string): Operation {
  const template = (text: string) => text.replace(/\{\w+\}/g, "*");
  const operation = operationsOf(areas).find(
    (one) => one.method === "get" && template(one.path) === path.replace(ID, "*"),
  );
  if (!operation) throw new Error(`There is no operation GET ${path}.`);
  return operation;
}

/**
 * Returns the statements of each answer, as an administrator asks for it.
 * @param questions the paths, once the file is open
 */
function recordAnswers(file: string, questions: () => string[]): Question[] {
  installAreas(areas);
  openDatabase(file);
  const [admin] = statement<{ id: string }, [string]>("SELECT id FROM users WHERE email = ?").all(ADMIN.email);
  const actor = { userId: admin?.id, role: "admin", permissions: { "*": true } } as unknown as Actor;
  try {
    return questions().map((question) => {
      const [path = "", query = ""] = question.split("?");
      const operation = operationOf(path);
      const asked = operation.query?.parse(Object.fromEntries(new URLSearchParams(query)));
      const names = Object.keys(operation.params?.shape ?? {});
      const params = Object.fromEntries(names.map((name, at) => [name, path.match(ID)?.[at]]));
      const call = { actor, query: asked, headers: {}, params, set: { headers: {} } };
      return { path: API + question, recorded: record(() => operation.handler(call as never)) };
    });
  } finally {
    closeDatabase();
  }
}

/** Returns the figures for a file with so many cards. */
export async function reports(cards: number, rounds: number): Promise<Figure[]> {
  const folder = newFolder();
  const own = join(folder, "stoa.db");
  const bare = join(folder, "floor.db");
  for (const file of [own, bare]) await copyOfFilled(cards, file);
  return compareAnswers({ own, bare }, () => expensiveReports().map((report) => REPORTS + report), rounds);
}

/** Returns the name of what is measured of a path. */
const nameOf = (path: string): string => {
  const anonymous = path.slice(API.length).replace(ID, "…");
  return anonymous.startsWith(REPORTS) ? `report ${anonymous.slice(REPORTS.length)}` : `list ${anonymous}`;
};

/**
 * Returns the figures of answers, compared with those of their statements over another file that holds the same.
 * @param questions the paths with their parameters, once the file is open
 */
export async function compareAnswers(
  { own, bare }: { own: string; bare: string },
  questions: () => string[],
  rounds: number,
): Promise<Figure[]> {
  const asked = recordAnswers(bare, questions);
  const [stoa, floor] = await Promise.all([startStoa(own), startFloor(bare)]);
  const { headers } = await logIn(stoa);
  const figures: Figure[] = [];
  for (const question of asked)
    figures.push(await compareWithSql({ stoa, floor, headers, rounds }, nameOf(question.path), question));
  await Promise.all([stoa.stop(), floor.stop()]);
  return figures;
}
