/** Work that an earlier version has left unfinished in its own tables becomes runs, and is finished or fails with a reason. */
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { migrate } from "../../db/migrate";
import { runsSettled } from "../../src/core/runs/engine";
import { behindItsBack, findingsOf, valuesIn } from "../support/databases";
import { launchStoa, startStoa, withAdministrator } from "../support/executable";
import { END_LEASES } from "../support/runs";
import { newFolder } from "../support/scratch";
import { startTestServer } from "../support/server";
import { until } from "../support/waiting";
import { randomOf } from "../support/workbooks";
import { fill, schemaBefore } from "./fill";

const AT = "2026-01-02T03:04:05.006Z";

/** Statements that make rows of a filled database unfinished, as a crash of the earlier version leaves them. */
const UNFINISHED = [
  "UPDATE migrations SET status = 'applying', batch_id = 'batch', applied_as = 'viewer' WHERE rowid = 1",
  "UPDATE migrations SET status = 'uploaded' WHERE rowid = 2",
  "UPDATE workspace_transfers SET status = 'applying', is_complete = 1 WHERE rowid = 1",
  "UPDATE workspace_transfers SET status = 'parsing', is_complete = 1 WHERE rowid = 2",
  "UPDATE turbolens_analysis_runs SET status = 'queued', analysis_type = 'vendor_analysis' WHERE seq = 1",
  "UPDATE turbolens_analysis_runs SET status = 'running', analysis_type = 'modernization' WHERE seq = 2",
  "UPDATE servicenow_sync_runs SET status = 'running', direction = 'pull', phase = 'read', position = 500, completed_at = NULL WHERE rowid = 1",
  "UPDATE servicenow_sync_runs SET status = 'completed' WHERE rowid = 2",
  "DELETE FROM jobs",
  `INSERT INTO jobs (name, next_run, last_error) VALUES ('mail-purge', '2999-01-01T00:00:00.000Z', 'no luck'), ('migration-work', '${AT}', NULL),
     ('servicenow-synchronisation', '${AT}', NULL)`,
];

function leftBehind(): string {
  const folder = newFolder();
  mkdirSync(join(folder, "data"));
  const file = join(folder, "data", "stoa.db");
  const sqlite = new Database(file, { create: true, strict: true });
  migrate(sqlite, schemaBefore("runs"));
  fill(sqlite);
  for (const statement of UNFINISHED) sqlite.run(statement);
  migrate(sqlite);
  sqlite.close();
  return file;
}

test("unfinished rows of the earlier tables become runs of their kinds, with their phase, position, batch and user", () => {
  const file = leftBehind();
  const rows = (columns: string) =>
    valuesIn(file, `SELECT ${columns} FROM runs WHERE kind <> 'mail-purge' ORDER BY kind`);
  expect(rows("kind")).toEqual([
    "analysis.modernization",
    "analysis.vendor_analysis",
    "migration.apply",
    "migration.parse",
    "servicenow.sync",
    "workspace.apply",
    "workspace.preview",
  ]);
  expect(new Set(rows("state"))).toEqual(new Set(["queued"]));
  expect(valuesIn(file, "SELECT phase || batch_id || acting_as FROM runs WHERE kind = 'migration.apply'")).toEqual([
    "recordsbatchviewer",
  ]);
  expect(valuesIn(file, "SELECT phase || position FROM runs WHERE kind = 'servicenow.sync'")).toEqual(["read500"]);
  expect(valuesIn(file, "SELECT count(*) FROM runs WHERE started_by IS NULL AND kind <> 'mail-purge'")).toEqual([0]);
  expect(valuesIn(file, "SELECT due_at || error FROM runs WHERE kind = 'mail-purge'")).toEqual([
    "2999-01-01T00:00:00.000Zno luck",
  ]);
});

const UNFINISHED_RUNS = `SELECT kind FROM runs WHERE state IN ('queued', 'running') AND kind GLOB '*.*' AND kind <> 'servicenow.schedule'`;

/** Expects that each of the works that were left behind has ended, with a reason where it could not be done. */
function expectEnds(file: string): void {
  expect(valuesIn(file, UNFINISHED_RUNS)).toEqual([]);
  expect(valuesIn(file, "SELECT status FROM turbolens_analysis_runs ORDER BY seq")).toEqual(["completed", "failed"]);
  expect(valuesIn(file, "SELECT error_message FROM turbolens_analysis_runs WHERE status = 'failed'")).toEqual([
    "It was interrupted by an update of the server; start it again.",
  ]);
  expect(findingsOf(file).filter(({ problem }) => problem)).toEqual([]);
}

test("every run that an earlier version has left comes to its end after the upgrade, and none is in the way of the start", async () => {
  const file = leftBehind();
  const server = await startTestServer({ DATABASE_URL: `file:${file}` });
  await runsSettled();
  await server.stop();
  expectEnds(file);
});

test("every run that an earlier version has left comes to its end when the server is killed twice at random after the upgrade", async () => {
  const random = randomOf(7);
  const file = leftBehind();
  const setting = { folder: join(file, "../.."), environment: { ...withAdministrator, EOL_REFRESH: "false" } };
  for (let kill = 0; kill < 2; kill++) {
    const stop = await launchStoa(setting);
    await Bun.sleep(150 + random(400));
    await stop();
    behindItsBack(file, (sqlite) => void sqlite.run(END_LEASES));
  }
  const server = await startStoa(setting);
  await until(() => valuesIn(file, UNFINISHED_RUNS).length === 0, "all runs to end");
  expect(await server.stop()).toBe(0);
  expectEnds(file);
});
