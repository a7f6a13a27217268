/**
 * The server is killed at the end of the last transaction of a run of each kind: once, and by `npm run test:long` twice at
 * the same place.
 */
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { areas } from "../../src/areas";
import { runsOf } from "../../src/core/area";
import { isPeriodic } from "../../src/core/runs/kinds";
import { behindItsBack, valuesIn } from "../support/databases";
import { launchStoa, logIn, startStoa } from "../support/executable";
import { newFolder } from "../support/scratch";
import { until } from "../support/waiting";
import { crashSetting, endLeases, lastRun, problemsOf } from "./crash-setting";
import { type Work, worksByKind } from "./works";

const declared = runsOf(areas);
const periodic = declared.filter(isPeriodic).map(({ kind }) => kind);
const works = worksByKind();
const { environment, withModel } = crashSetting();

const isLong = process.env["STOA_CRASH_ROUNDS"] !== undefined;

/** The number of kills of each run, which is larger where there is time; the same engine does all of them. */
const KILLS = isLong ? 2 : 1;

/** Every sixth periodic run, or all of them where there is time: the engine schedules each in the same way. */
const interrupted = periodic.filter((_, index) => isLong || index % 6 === 0);

/** Lets no run of a kind come to its end: the last transaction that it makes lasts for ever. */
const HOLD = (kind: string) => `
  CREATE TRIGGER held BEFORE UPDATE ON runs WHEN old.kind = '${kind}' AND old.state = 'running' AND new.state <> 'running'
  BEGIN
    SELECT 1 FROM (WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n) WHERE i < 0;
  END`;

/**
 * Checks whether somebody has had the write lock for half a second: the transaction that is held, if the machine isn't very
 * slow.
 */
function isHeld(file: string): boolean {
  const other = new Database(file);
  try {
    other.run("PRAGMA busy_timeout = 500");
    other.run("BEGIN IMMEDIATE");
    return false;
  } catch {
    return true;
  } finally {
    other.close();
  }
}

/** Kills a server at the end of a run's last transaction. @returns the file */
async function killInTheMiddle(
  kind: string,
  folder: string,
  { begin }: Pick<Work, "begin">,
  kills: number,
  more = {},
): Promise<string> {
  const setting = { folder, environment: { ...environment(), ...more } };
  const first = await startStoa({ folder, environment: environment() });
  const file = first.databaseFile;
  const hold = () => behindItsBack(file, (sqlite) => sqlite.run(HOLD(kind)));
  if (begin) {
    hold();
    await begin({ client: await logIn(first.url), databaseFile: file }, "Held");
  } else {
    await first.stop();
    hold();
    behindItsBack(file, (sqlite) => sqlite.run("UPDATE runs SET due_at = '2020-01-01' WHERE kind = ?", [kind]));
  }
  for (let attempts = 1; attempts <= kills; attempts++) {
    const kill = begin && attempts === 1 ? first.kill : await launchStoa(setting);
    const isInTheMiddle = () => {
      const row = lastRun(file, kind);
      return row?.state === "running" && row.attempts === attempts && isHeld(file);
    };
    await until(isInTheMiddle, `${kind} to be in the middle for the ${attempts}. time`);
    await kill();
    expect(lastRun(file, kind)).toMatchObject({ state: "running", attempts });
    endLeases(file);
  }
  behindItsBack(file, (sqlite) => sqlite.run("DROP TRIGGER held"));
  return file;
}

test("every kind of run that is declared has a work that is interrupted here, or is periodic", () => {
  expect([...periodic, ...Object.keys(works)].toSorted()).toEqual(declared.map(({ kind }) => kind).toSorted());
});

/** Every second work, or all of them where there is time; the others are killed at any moment by `kill-runs.test.ts`. */
const killedLast = Object.entries(works).filter((_, index) => isLong || index % 2 === 0);

test.each(killedLast)(
  "a run of %s whose server is killed in its last transaction is done once, by the next attempt",
  async (kind, work) => {
    const folder = newFolder();
    const file = await killInTheMiddle(kind, folder, work, KILLS, work.begin ? {} : withModel());
    const server = await startStoa({ folder, environment: environment() });
    await until(() => lastRun(file, kind)?.state === "completed", `${kind} to be completed`);
    expect(lastRun(file, kind)).toMatchObject({ attempts: KILLS + 1, error: null });
    expect(valuesIn(file, work.result("Held"))).toEqual([work.expected]);
    expect(await server.stop()).toBe(0);
    expect(problemsOf(file)).toEqual([]);
  },
);

const periodicFolder = newFolder();
test.each(interrupted)(
  "a periodic run of %s whose server is killed in its last transaction comes again",
  async (kind) => {
    const file = await killInTheMiddle(kind, periodicFolder, {}, KILLS);
    const server = await startStoa({ folder: periodicFolder, environment: environment() });
    await until(() => lastRun(file, kind)?.state === "queued", `${kind} to wait for its next time`);
    expect(lastRun(file, kind)).toMatchObject({ attempts: 0, error: null });
    expect(await server.stop()).toBe(0);
    expect(problemsOf(file)).toEqual([]);
  },
);
