/**
 * Two processes on one file are killed at random while a run of each kind is done. `STOA_CRASH_ROUNDS=50 npx bun test
 * test/stress/kill-runs.test.ts` kills them more often than a run of all tests does.
 */
import { expect, test } from "bun:test";
import { areas } from "../../src/areas";
import { runsOf } from "../../src/core/area";
import { isPeriodic } from "../../src/core/runs/kinds";
import { behindItsBack, valuesIn } from "../support/databases";
import { logIn, type RunningServer, startStoa } from "../support/executable";
import { newFolder } from "../support/scratch";
import { until } from "../support/waiting";
import { randomOf } from "../support/workbooks";
import { crashSetting, endLeases, lastRun, problemsOf } from "./crash-setting";
import { type Work, worksByKind } from "./works";

const ROUNDS = Math.ceil(Number(process.env["STOA_CRASH_ROUNDS"] ?? 10) / 10);
/** The number of kills in a round, which is larger where there is time for many rounds. */
const KILLS = ROUNDS > 1 ? 2 : 1;
/** The longest time between two kills, in milliseconds. */
const LONGEST = 400;

/** Starts work at a process on a file. */
type Begin = (server: Pick<RunningServer, "url" | "databaseFile">) => Promise<unknown>;

const { environment, withModel } = crashSetting();
/** Every second work, or all of them where there is time; the others are killed in their last transaction by `crash-runs.test.ts`. */
const works = Object.entries(worksByKind()).filter((_, index) => ROUNDS > 1 || index % 2 === 1);

/**
 * Starts work at one of two processes on a file, and kills one of them at random.
 * @param begin starts the work, unless a start of the server does
 * @returns the processes that are left
 */
async function killAtRandom(begin: Begin | undefined, seed: number): Promise<RunningServer[]> {
  const random = randomOf(seed);
  const setting = { folder: newFolder(), environment: { ...environment(), ...(begin ? {} : withModel()) } };
  const servers = [await startStoa(setting), await startStoa(setting)];
  const { url, databaseFile } = servers[random(2)] as RunningServer;
  await begin?.({ url, databaseFile });
  for (let kill = 0; kill < KILLS; kill++) {
    await Bun.sleep(random(LONGEST));
    const victim = random(2);
    await servers[victim]?.kill();
    endLeases(databaseFile);
    servers[victim] = await startStoa(setting);
  }
  return servers;
}

/** Expects that a work was done, and done once; a start asks for its own each time. */
function expectDoneOnce(file: string, kind: string, work: Work): void {
  expect(lastRun(file, kind)?.error).toBeNull();
  if (work.begin) expect(valuesIn(file, work.result("Killed"))).toEqual([work.expected]);
  else expect(valuesIn(file, `SELECT DISTINCT state FROM runs WHERE kind = '${kind}'`)).toEqual(["completed"]);
}

test.each(works)(
  "a run of %s is done once, whichever of two processes is killed at whatever moment",
  async (kind, work) => {
    const { begin } = work;
    const atServer: Begin | undefined =
      begin && (async ({ url, databaseFile }) => begin({ client: await logIn(url), databaseFile }, "Killed"));
    for (let round = 1; round <= ROUNDS; round++) {
      const servers = await killAtRandom(atServer, round * 7_919 + kind.length);
      const { databaseFile } = servers[0] as RunningServer;
      await until(() => lastRun(databaseFile, kind)?.state === "completed", `${kind} to be completed`);
      expectDoneOnce(databaseFile, kind, work);
      for (const server of servers) expect(await server.stop()).toBe(0);
      expect(problemsOf(databaseFile)).toEqual([]);
    }
  },
);

const periodic = runsOf(areas)
  .filter(isPeriodic)
  .map(({ kind }) => kind);

/** Lists the kinds of periodic runs that don't wait for their next time without an error. */
const notWaiting = (file: string) =>
  valuesIn(
    file,
    `SELECT kind FROM runs WHERE kind IN ('${periodic.join("', '")}')
     AND (state <> 'queued' OR error IS NOT NULL OR due_at < '2026')`,
  );

test("periodic runs that are due together come again, whichever of two processes is killed at whatever moment", async () => {
  for (let round = 1; round <= ROUNDS; round++) {
    const makeDue: Begin = async ({ databaseFile }) => {
      await until(() => notWaiting(databaseFile).length === 0, "every periodic run to wait");
      const { changes } = behindItsBack(databaseFile, (sqlite) =>
        sqlite.run("UPDATE runs SET due_at = '2020-01-01' WHERE state = 'queued'"),
      );
      expect(changes).toBeGreaterThanOrEqual(periodic.length);
    };
    const servers = await killAtRandom(makeDue, round * 7_919);
    const { databaseFile } = servers[0] as RunningServer;
    await until(() => notWaiting(databaseFile).length === 0, "every periodic run to come again");
    for (const kind of periodic) expect(lastRun(databaseFile, kind)).toMatchObject({ state: "queued", error: null });
    for (const server of servers) expect(await server.stop()).toBe(0);
    expect(problemsOf(databaseFile)).toEqual([]);
  }
});
