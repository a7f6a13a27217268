/** How long each report takes, beside the same SQL by itself. */
import { join } from "node:path";
import { statement } from "../../db";
import { closeDatabase, openDatabase } from "../../db/client";
import { areas } from "../../src/areas";
import type { Actor } from "../../src/core/access/actor";
import { installAreas, operationsOf } from "../../src/core/area";
import { besideSql, type Question } from "../beside-sql";
import { logIn } from "../client";
import { ADMIN } from "../fill";
import { copyOfFilled } from "../filled";
import { newFolder, startFloor, startStoa } from "../processes";
import { record } from "../recorded";
import type { Figure } from "../report";

/** A component that much depends on. */
function findCenter(): string {
  const [center] = statement<{ id: string }>(
    "SELECT c.id FROM relations r JOIN cards c ON c.seq = r.target_seq WHERE c.type = 'ITComponent' AND c.status = 'ACTIVE' GROUP BY c.seq ORDER BY count(*) DESC, c.seq LIMIT 1",
  ).all();
  return center?.id ?? "";
}

/** The reports in their dearest forms. */
function dearest(): string[] {
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
  ].map((report) => `/reports/${report}`);
}

/** The statements of each answer, as an administrator asks for it. @param questions the paths, once the file is open */
function recordAnswers(file: string, questions: () => string[]): Question[] {
  installAreas(areas);
  openDatabase(file);
  const [admin] = statement<{ id: string }, [string]>("SELECT id FROM users WHERE email = ?").all(ADMIN.email);
  const actor = { userId: admin?.id, role: "admin", permissions: { "*": true } } as unknown as Actor;
  try {
    const reads = operationsOf(areas).filter(({ method }) => method === "get");
    return questions().map((path) => {
      const [name, query = ""] = path.split("?");
      const operation = reads.find((one) => one.path === name);
      if (!operation) throw new Error(`There is no GET ${name}.`);
      const asked = Object.fromEntries(new URLSearchParams(query));
      const call = { actor, query: operation.query?.parse(asked), headers: {}, params: {}, set: { headers: {} } };
      return { path: `/api/v1${path}`, recorded: record(() => operation.handler(call as never)) };
    });
  } finally {
    closeDatabase();
  }
}

/** The figures for a file with so many cards. */
export async function reports(cards: number, rounds: number): Promise<Figure[]> {
  const folder = newFolder();
  const [own, bare] = [join(folder, "stoa.db"), join(folder, "floor.db")];
  for (const file of [own, bare]) await copyOfFilled(cards, file);
  return compareReports({ own, bare }, dearest, rounds);
}

/**
 * The figures of reports and lists, beside those of their statements over another file that holds the same.
 * @param questions their paths with their parameters, below /api/v1, once the file is open
 */
export async function compareReports(
  { own, bare }: { own: string; bare: string },
  questions: () => string[],
  rounds: number,
): Promise<Figure[]> {
  const asked = recordAnswers(bare, questions);
  const [stoa, floor] = await Promise.all([startStoa(own), startFloor(bare)]);
  const { headers } = await logIn(stoa);
  const figures: Figure[] = [];
  for (const question of asked) {
    const asked = question.path.replace(/=[0-9a-f-]{36}/, "=…");
    const what = asked.replace(/^\/api\/v1\/(reports\/)?/, (_, isReport) => (isReport ? "report " : "GET /"));
    figures.push(await besideSql({ stoa, floor, headers, rounds }, what, question));
  }
  await Promise.all([stoa.stop(), floor.stop()]);
  return figures;
}
