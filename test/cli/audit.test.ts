/** A server that is killed while it exports, and `stoa check --audit`. */
import { expect, test } from "bun:test";
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { behindItsBack, valuesIn } from "../support/databases";
import { logIn, runStoa, startStoa, withAdministrator } from "../support/executable";
import { END_LEASES } from "../support/runs";
import { newFolder } from "../support/scratch";
import { until } from "../support/waiting";

test("a killed server resumes its export without loss and doubles, and the check proves that the file fits", async () => {
  const folder = newFolder();
  const environment = { ...withAdministrator, AUDIT_FILE: "audit.jsonl" };
  const path = join(folder, "audit.jsonl");
  const lines = () => (existsSync(path) ? readFileSync(path, "utf8").split("\n").slice(0, -1) : []);
  const killed = await startStoa({ folder, environment });
  const client = await logIn(killed.url);
  let isAlive = true;
  const writing = (async () => {
    for (let at = 0; isAlive; at++)
      await client.post("/cards", { type: "Application", name: `Card ${at}` }).catch(() => undefined);
  })();
  await until(() => lines().length > 100, "lines");
  await killed.kill();
  isAlive = false;
  await writing;
  appendFileSync(path, '{"seq":99');
  behindItsBack(killed.databaseFile, (sqlite) => sqlite.run(END_LEASES));

  const { databaseFile, url, stop } = await startStoa({ folder, environment });
  await (await logIn(url)).post("/cards", { type: "Application", name: "Afterwards" });
  const stored = () => valuesIn(databaseFile, "SELECT seq FROM events WHERE seal IS NOT NULL ORDER BY seq");
  await until(() => lines().length >= stored().length, "all lines");
  await stop();
  expect(lines().map((line) => JSON.parse(line).seq)).toEqual(stored());

  const check = (...args: string[]) => runStoa(["check", "--audit", ...args], { folder });
  const whole = await check("audit.jsonl");
  expect(whole).toMatchObject({ code: 0, stderr: "" });
  expect(whole.stdout).toStartWith(`ok  ${lines().length} events, from 1 to ${lines().length}\n`);
  const piped = await runStoa(["check", "--audit", "-", "--alone"], { input: lines().slice(10, 20).join("\n") });
  expect(piped).toMatchObject({ code: 0, stdout: expect.stringContaining("cut short") });
  writeFileSync(path, `${lines().toSpliced(20, 1).join("\n")}\n`);
  expect(await check("audit.jsonl", "--alone")).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("BAD  line 21: event 22 is in the wrong place"),
    stderr: "stoa: A problem was found in audit.jsonl.\n",
  });
  expect(await check("nothing.jsonl")).toMatchObject({ code: 1, stderr: "stoa: There is no file nothing.jsonl.\n" });
});
