/** A random full workspace: exported, imported into an empty installation, and exported again. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Finding } from "../../../db/check";
import { findingsOf } from "../../support/databases";
import { startTestServer, type TestServer } from "../../support/server";
import { randomOf } from "../../support/workbooks";
import { fillWorkspace, recordContents } from "./random-workspace";
import { applied, type Body, exported, type ImportedLandscape, previewed, rowsWith, type SheetRow } from "./support";

let first: ImportedLandscape;
let contents: Record<string, unknown>;
let problems: Finding[];
let again: Body;
let server: TestServer;

/** Returns the findings of a check, of which random rows have some; no event names the cards of the first installation. */
const problemsIn = ({ databaseFile }: TestServer) =>
  findingsOf(databaseFile).filter((finding) => "problem" in finding && finding.check !== "journal");

beforeAll(async () => {
  const source = await startTestServer({ TURBO_EA_PUBLIC_URL: "https://stoa.company.example" });
  const admin = await source.as("admin");
  fillWorkspace(randomOf(7));
  contents = recordContents();
  first = await exported(source, admin, "?include_archived=true");
  again = await applied(admin, first.bytes);
  problems = problemsIn(source);
  await source.stop();
  server = await startTestServer();
});
afterAll(() => server.stop());

/**
 * Sheets of links that have no id of their own: an export makes one of those of a card or a user, which are not
 * retained.
 */
const linkSheets = ["DiagramFavorites", "AdrCards"];

/** Returns the rows of a sheet in an order of their own. */
const sorted = (sheet: string, rows: readonly SheetRow[] = []) =>
  rows.map((row) => JSON.stringify(linkSheets.includes(sheet) ? { ...row, id: null } : row)).toSorted();

test("an import into the installation of the export changes nothing", () => {
  expect(rowsWith(again.result, "created", "updated", "failed")).toEqual([]);
  expect(again).toMatchObject({ status: "applied", source_url: "https://stoa.company.example", error_message: null });
});

test("an import into an empty installation creates everything, and its export is the same", async () => {
  const admin = await server.as("admin");
  const preview = await previewed(admin, first.bytes);
  const transfer = await applied(admin, first.bytes);
  expect(rowsWith(transfer.result, "conflict", "failed")).toEqual([]);
  expect(transfer).toMatchObject({ status: "applied", error_message: null });
  expect(preview.diff).toEqual({ ...transfer.result, dry_run: true });
  expect(recordContents()).toEqual(contents);
  const second = await exported(server, admin, "?include_archived=true");
  for (const [name, { headers, rows }] of Object.entries(first.sheets)) {
    // The two installations have their own administrators, and users arrive without being active.
    if (name === "Users") continue;
    expect({ name, headers: second.sheets[name]?.headers }).toEqual({ name, headers });
    expect({ name, rows: sorted(name, second.sheets[name]?.rows) }).toEqual({ name, rows: sorted(name, rows) });
  }
  expect(second.assets).toEqual(first.assets);
  expect(problemsIn(server)).toEqual(problems);
});
