/** Replication of the database to a second place, as the server begins, watches and reports it. */
import { resolve } from "node:path";
import { watchEngine } from "../../db/engine-writes";
import { type ReplicationLag, replicationState, startReplication } from "../../db/replication";
import { askEngine, type Engine, OtherFile } from "../../db/replication-engine";
import { type Config, ConfigError } from "../config";
import { SECOND } from "../platform/clock";
import { log } from "../platform/log";
import { type Finding, fine, problem } from "./diagnostics/finding";

/** Milliseconds before the engine is asked again at the start. */
const PAUSE = SECOND;
/** The seconds that the doctor waits for the engine. */
const LONGEST_LOOK = 5;

/** Returns the path of the database by which the engine knows it. */
const pathOf = ({ databaseFile }: Config) => resolve(databaseFile);

/** The reason for which the start waits at present. */
let awaited: string | undefined;

/** Returns the reason for which a start waits; undefined when it waits for nothing. */
export const startWaitsFor = (): string | undefined => awaited;

/**
 * Waits until the engine has copied the database to the second place, and has all changes wait for it from now on. It is asked
 * again and again, because it may start later or copy for long. The start waits as long as a change does; then reading begins,
 * and changes are refused until everything is copied.
 * @param signal ends the wait
 * @throws ConfigError when the engine follows other files
 */
export async function beginReplication(config: Config, signal: AbortSignal): Promise<void> {
  const { replication } = config;
  if (!replication) return;
  const file = pathOf(config);
  const behind = await awaitEngine(file, replication, signal).finally(() => {
    awaited = undefined;
  });
  watchEngine(file);
  const noteLag = (lag: ReplicationLag | undefined) =>
    lag
      ? log.error(lag, "changes are refused until the second place is reached")
      : log.info("everything is in the second place, and changes are accepted");
  startReplication({ ...replication, file, noteLag }, behind);
}

/**
 * Asks the engine until it has copied a file, as long as a change waits.
 * @returns the reason why it hasn't, if it hasn't
 * @throws ConfigError when it follows other files
 */
async function awaitEngine(file: string, engine: Engine, signal: AbortSignal): Promise<string | undefined> {
  const end = performance.now() + engine.seconds * SECOND;
  for (;;) {
    signal.throwIfAborted();
    const error = await askEngine(file, engine).catch((failure: Error) => failure);
    if (!error) return undefined;
    if (error instanceof OtherFile) throw new ConfigError(`REPLICATION_SOCKET: ${error.message}`);
    if (awaited === undefined) log.warn({ reason: error.message }, "waiting for the second place");
    awaited = `It waits for the second place: ${error.message}`;
    if (performance.now() + PAUSE > end) return error.message;
    await Bun.sleep(PAUSE);
  }
}

/** Looks at whether the second place is reached, for the doctor, which may run in another process than the server. */
export async function findReplication(config: Config): Promise<Finding[]> {
  const { replication } = config;
  if (!replication) return [];
  const since = replicationState()?.lag?.since;
  const began = performance.now();
  const advice =
    "See the log of Litestream, and whether it runs and reaches its replica; changes are accepted again by themselves.";
  const error = await askEngine(pathOf(config), {
    ...replication,
    seconds: Math.min(replication.seconds, LONGEST_LOOK),
  }).catch((failure: Error) => failure);
  if (error) {
    const refused = since === undefined ? "" : ` Changes have been refused since ${since}.`;
    return [problem("replication", `The second place is not reached: ${error.message}.${refused}`, advice)];
  }
  const took = Math.round(performance.now() - began);
  return [fine("replication", `A change is in the second place, too, after ${took} ms.`)];
}
