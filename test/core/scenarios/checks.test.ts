/** The check of a file knows scenarios. */
import { expect, test } from "bun:test";
import { behindItsBack, findingsOf } from "../../support/databases";
import { startTestServer } from "../../support/server";

test("a change without its scenario, and one in the place of another, are found or refused", async () => {
  const server = await startTestServer();
  const admin = await server.as("admin");
  const { id } = (await admin.post("/scenarios", { name: "Checked" })).body;
  const here = { "x-stoa-scenario": id };
  for (const name of ["One", "Two"]) await admin.post("/cards", { type: "Application", name }, here);
  await server.stop();
  const file = server.databaseFile;
  const problems = () => findingsOf(file).flatMap(({ check, problem }) => (problem === undefined ? [] : [check]));
  expect(problems()).toEqual([]);
  behindItsBack(file, (sqlite) => {
    expect(() => sqlite.run("UPDATE scenario_changes SET position = 1")).toThrow(/UNIQUE/);
    sqlite.run("PRAGMA foreign_keys = OFF");
    sqlite.run("UPDATE scenario_changes SET scenario_id = 'gone' WHERE position = 2");
  });
  expect(problems()).toEqual(["references"]);
});
