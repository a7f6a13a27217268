/** The journal as a file of JSON lines, exported by a server, and what `stoa check --audit` finds in it. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { appendFileSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { statement, transaction } from "../../../db";
import { chainHash } from "../../../db/hash-chain";
import { openSealedJournal } from "../../../db/sealed-journal";
import { readConfig } from "../../../src/config";
import { isSealed, lineOf, readLine } from "../../../src/core/audit/audit-line";
import { setExportStay } from "../../../src/core/audit/export";
import { findAudit } from "../../../src/core/audit/findings";
import { verifyLines } from "../../../src/core/audit/verification";
import type { Client } from "../../support/client";
import { makeCard } from "../../support/factories";
import { executePeriodic } from "../../support/runs";
import { newFolder } from "../../support/scratch";
import { startTestServer, type TestServer } from "../../support/server";

const file = join(newFolder(), "audit.jsonl");
let server: TestServer;
let admin: Client;

beforeAll(async () => {
  setExportStay(0);
  server = await startTestServer({ AUDIT_FILE: file });
  admin = await server.as("admin");
});
afterAll(async () => {
  await server.stop();
  setExportStay();
});

const exportNow = () => executePeriodic("audit-export");
const linesIn = (path: string) => readFileSync(path, "utf8").split("\n").slice(0, -1);
const numbersIn = (path: string) => linesIn(path).map((line) => JSON.parse(line).seq);
const newest = () => statement<{ seq: number }>("SELECT max(seq) AS seq FROM events").get()!.seq;
const upTo = (last: number, first = 1) => Array.from({ length: last - first + 1 }, (_, at) => first + at);
const finding = () => findAudit(readConfig({ AUDIT_FILE: file }))[0]!;

async function* each<T>(values: readonly T[]) {
  yield* values;
}

/** Verifies lines by the journal of the server. */
async function verify(lines: readonly string[]) {
  const journal = openSealedJournal(server.databaseFile);
  try {
    return await verifyLines(each(lines), journal);
  } finally {
    journal.close();
  }
}

test("events arrive in order with their seals, in a file that only its owner may read, and continue in a new one", async () => {
  const card = await makeCard(admin, { type: "Application", name: 'Payroll „Süd“ \u2028 \\ "' });
  await admin.patch(`/cards/${card.id}`, { cost_total: 12_000.5, description: "line\nline" });
  await exportNow();
  const lines = linesIn(file);
  expect(numbersIn(file)).toEqual(upTo(newest()));
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(lines.map((line) => isSealed(readLine(line)!))).not.toContain(false);
  expect(JSON.parse(lines.at(-1)!)).toMatchObject({
    event_type: "card.updated",
    entity_id: card.id,
    author_id: admin.userId,
  });
  expect(finding()).toMatchObject({ state: "ok" });

  const moved = `${file}.1`;
  renameSync(file, moved);
  const last = newest();
  await makeCard(admin, { type: "Application", name: "Ledger" });
  await exportNow();
  expect(numbersIn(moved)).toEqual(upTo(last));
  expect(numbersIn(file)).toEqual(upTo(newest(), last + 1));
  expect(await verify([...linesIn(moved), ...linesIn(file)])).toMatchObject({ events: newest(), problems: [] });
});

test("a file is synchronised: what is torn is cut off, what is missing comes again, and what is ahead isn't doubled", async () => {
  await makeCard(admin, { type: "Application", name: "Torn" });
  await exportNow();
  const whole = readFileSync(file, "utf8");
  writeFileSync(file, whole.slice(0, -30));
  await exportNow();
  expect(readFileSync(file, "utf8")).toBe(whole);
  appendFileSync(file, '{"se');
  transaction(() => void statement("UPDATE audit_positions SET position = position - 1").run());
  await exportNow();
  expect(readFileSync(file, "utf8")).toBe(whole);
});

test("a file that isn't the journal's is left as it is, the doctor reports it, and nothing is lost once it is gone", async () => {
  const last = newest();
  const other = linesIn(file)
    .at(-1)!
    .replace(/"id":"./, '"id":"x')
    .replace(/"seal":"../, '"seal":"00');
  for (const content of ["somebody's notes", "somebody's notes\n", `${other}\n`]) {
    writeFileSync(file, content);
    await makeCard(admin, { type: "Application" });
    await exportNow();
    expect(readFileSync(file, "utf8")).toBe(content);
    expect(finding()).toMatchObject({
      check: "audit: file",
      state: "warning",
      finding: expect.stringContaining("move it away"),
    });
  }
  expect(() => readConfig({ AUDIT_FILE: "data/stoa.db" })).toThrow("AUDIT_FILE: must not be the database");
  const { findings } = (await admin.get("/admin/diagnostics")).body;
  expect(findings.find(({ check }: { check: string }) => check === "audit: file")).toMatchObject({ state: "warning" });
  rmSync(file);
  await exportNow();
  expect(numbersIn(file)).toEqual(upTo(newest(), last + 1));
  expect(finding()).toMatchObject({ state: "ok" });
});

test("verifying finds a changed, a missing and a swapped line, and what the journal doesn't have", async () => {
  for (const name of ["A", "B", "C", "D"]) await makeCard(admin, { type: "Application", name });
  await exportNow();
  const lines = linesIn(file).slice(-4) as [string, string, string, string];
  const [one, two, three, four] = lines;
  const seq = (line: string) => JSON.parse(line).seq as number;
  const alone = (all: readonly string[]) => verifyLines(each(all), undefined);
  expect(await verify(lines)).toMatchObject({ events: 4, repeated: 0, problems: [] });
  expect(await alone([one, two, one, two, three, four])).toMatchObject({ events: 4, repeated: 2, problems: [] });
  expect(await alone(lines.map((line) => `<110>1 - host stoa - card.created - ${line}`))).toMatchObject({
    problems: [],
  });

  const changed = two.replace('"name":"B"', '"name":"b"');
  expect((await alone([one, changed, three])).problems).toEqual([
    `line 2: event ${seq(two)} was changed, or its seal was`,
  ]);
  expect((await alone([one, three])).problems).toEqual([
    expect.stringContaining(`line 2: event ${seq(three)} is in the wrong place`),
  ]);
  expect((await alone([one, three, two, four])).problems).toHaveLength(3);
  expect((await alone([one, `${two.slice(0, -1)},"more":1}`])).problems).toEqual([
    "line 2: it is no event of the journal",
  ]);

  const stranger = readLine(four)!;
  const forged = { ...stranger, author_id: "somebody else" };
  const resealed = lineOf({ ...forged, seal: chainHash(forged.previous_seal, forged) });
  expect((await alone([three, resealed])).problems).toEqual([]);
  expect((await verify([three, resealed])).problems).toEqual([`line 2: the journal has another event ${seq(four)}`]);
});
