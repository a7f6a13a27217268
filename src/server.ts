/** Starts and stops the server. */

import { checkpointsDone } from "../db/checkpoints";
import { closeDatabase, openDatabase, releaseMemory } from "../db/client";
import { durable } from "../db/durability";
import { NotReplicated } from "../db/errors";
import { deleteAbandonedScratch } from "../db/scratch";
import { inTurn } from "../db/write-lock";
import { createApp } from "./app";
import { areas } from "./areas";
import { pullModel } from "./areas/ai";
import { configureRedirects } from "./areas/auth";
import { backUpBeforeUpgrade, configureBackups } from "./areas/backups";
import { configureIndex } from "./areas/catalogues";
import { seedMetamodel } from "./areas/metamodel";
import { captureFirstSnapshot } from "./areas/reports";
import { configureSync } from "./areas/servicenow";
import { configurePublicAddress } from "./areas/workspace";
import { type Config, ConfigError } from "./config";
import { configureOrigins } from "./core/access/guard";
import { forgetUses, writeLastUses } from "./core/access/last-uses";
import { seedAccess } from "./core/access/seed";
import { configureTokens } from "./core/access/tokens";
import type { Threads } from "./core/api/mount";
import type { PastThreads } from "./core/api/remote";
import { secretsOf } from "./core/area";
import { configureBackupThread } from "./core/backups/thread";
import { configureDiagnostics } from "./core/diagnostics/diagnose";
import { program } from "./core/journal/journal";
import { endStreams } from "./core/journal/stream";
import { configureModels } from "./core/llm/configuration";
import { startMetrics } from "./core/metrics/service";
import { beginReplication, startWaitsFor } from "./core/replication";
import { startRuns, stopRuns } from "./core/runs/engine";
import { createPeriodicRuns } from "./core/runs/runs";
import { configureScenarios, createScenarios, PLAYING_LIMITS, type Scenarios } from "./core/scenarios/scenarios";
import { configureMail } from "./core/settings/email";
import { setUpOllama } from "./core/settings/providers";
import { warnOfUnreadableSecrets } from "./core/settings/secrets";
import { cacheFiles } from "./core/states/file-cache";
import { createStates, MAKING_LIMITS } from "./core/states/states";
import { configurePast } from "./core/states/two";
import type { QueueLimits } from "./core/threads/fair-queue";
import { type StartThread, startReaders } from "./core/threads/pool";
import { IDLE } from "./core/threads/shutdown";
import { configureTasks } from "./core/threads/tasks";
import { startWriter } from "./core/threads/writer-thread";
import { configureAnswerMemory } from "./http/answer-memory";
import { configureProxies } from "./http/client-address";
import { raiseHeadLimit } from "./http/head-size";
import { type Listener, type ListenerOptions, listen } from "./http/listener";
import { createPipeline, type Pipeline } from "./http/pipeline";
import { resetRateLimits } from "./http/rate-limit";
import type { Connection } from "./http/request-context";
import { isEventStream } from "./http/responses";
import { readAuthorities } from "./platform/authorities";
import { UnusableCertificate } from "./platform/certificate-files";
import { SECOND } from "./platform/clock";
import { configureSecrets } from "./platform/crypto";
import { shrinkWhenIdle } from "./platform/footprint";
import { listeningAddress } from "./platform/listening";
import { log } from "./platform/log";
import { configureOutbound } from "./platform/outbound";
import { installationKey } from "./platform/secrets";

export type Running = { url: string; stop: () => Promise<void> };

/** The largest body that the runtime accepts; operations have lower limits. */
const LARGEST_BODY = 512 * 1024 * 1024;
/** Seconds after which a connection is closed on which nothing is sent, read or answered. */
const PATIENCE = 60;
let patience = PATIENCE;

/** Sets another patience for servers that start from now on, in seconds; without an argument the default. For tests. */
export function setPatience(seconds = PATIENCE): void {
  patience = seconds;
}

/** The time that a stop waits for running requests. */
const STOP_TIMEOUT = 10 * SECOND;

/**
 * Listens, opens and seeds the database, and handles requests. It listens first, so that a process without the port doesn't
 * touch the database.
 * @param fatal called when syncing a commit fails
 * @param signal ends the wait for the second place
 * @throws UnusableDatabase when the file can't be used; UnknownHost when there is no such host; an error with code
 *   EADDRINUSE when the port is taken
 */
export async function startServer(
  config: Config,
  fatal: (error: unknown) => void,
  signal = new AbortController().signal,
): Promise<Running> {
  let prepared: PreparedServer | undefined;
  const threads = { readers: startReaders(readerThread, config), writer: startWriter(writerThread, config) };
  // Tasks that run there take their time, and their users wait for the end elsewhere.
  const background = startReaders(readerThread, config, IDLE, 1, Number.POSITIVE_INFINITY);
  configureTasks({ ...threads, background });
  const { past, scenarios } = startOtherStates(config);
  configurePast({ ...past, databaseFile: config.databaseFile });
  configureScenarios(scenarios);
  const hostname = await listeningAddress(config.host);
  const { asked, stop: stopShrinking } = shrinkWhenIdle(releaseMemory);
  raiseHeadLimit();
  const listener = listenAt(config, {
    port: config.port,
    hostname,
    maxRequestBodySize: LARGEST_BODY,
    idleTimeout: patience,
    async fetch(request, server) {
      if (!prepared) return starting();
      asked();
      const peer = () => server.requestIP(request)?.address ?? "";
      const response = await prepared.answer(request, peer, connectionOf(server, request));
      // It watches its reader itself.
      if (isEventStream(response.headers)) server.timeout(request, 0);
      return response;
    },
  });
  try {
    prepared = await prepare(config, { ...threads, past, scenarios }, fatal, signal);
  } catch (error) {
    stopShrinking();
    closeDatabase();
    await listener.stop(true);
    throw error;
  }
  log.info({ url: listener.url.href, database: config.databaseFile, environment: config.environment }, "listening");
  return {
    url: listener.url.href.replace(/\/$/, ""),
    async stop() {
      stopShrinking();
      await prepared?.stopMetrics();
      await stop(listener, [threads.readers, threads.writer, background, past.readers, scenarios, past.states], config);
    },
  };
}

/** Returns the threads for other states than the present, so that nobody who looks at that waits for them. */
function startOtherStates(config: Config): { past: PastThreads; scenarios: Scenarios } {
  const files = cacheFiles(config.databaseFile);
  const readers = startReaders(readerThread, config);
  const one = (start: StartThread, limits: QueueLimits) =>
    startReaders(start, config, IDLE, 1, Number.POSITIVE_INFINITY, limits);
  return {
    past: { states: createStates(one(stateMakerThread, MAKING_LIMITS), files), readers },
    scenarios: createScenarios({ players: one(readerThread, PLAYING_LIMITS), readers, files }),
  };
}

const connectionOf = (server: Bun.Server<undefined>, request: Request): Connection => ({
  close: () => server.timeout(request, 1),
  hold: () => server.timeout(request, 0),
  release: () => server.timeout(request, patience),
});

/** Returns the response while the database is being opened or migrated, or copied to the second place. */
const starting = () =>
  Response.json(
    { detail: ["The server is starting", startWaitsFor()].filter(Boolean).join(". ") },
    { status: 503, headers: { "retry-after": "1" } },
  );

/** Returns a reader thread; its program lies next to this one, also in the executable. */
const readerThread = () => new Worker(new URL("./reader.ts", import.meta.url).href, { smol: true });
/** Returns the writer thread, in the same way. */
const writerThread = () => new Worker(new URL("./writer.ts", import.meta.url).href, { smol: true });

/** Returns the thread that makes former states, in the same way. */
const stateMakerThread = () => new Worker(new URL("./state-maker.ts", import.meta.url).href, { smol: true });

/** Returns the thread of a backup, in the same way. */
const backupThread = () => new Worker(new URL("./backup.ts", import.meta.url).href, { smol: true });

/** Listens, with the configured certificate if there is one. @throws ConfigError when that can't be used */
function listenAt({ tls }: Config, options: ListenerOptions): Listener {
  try {
    return listen(options, tls);
  } catch (error) {
    throw error instanceof UnusableCertificate ? new ConfigError(error.message) : error;
  }
}

/** Returns the authorities of the configured file; none without one. @throws ConfigError when it can't be used */
function authoritiesOf({ authoritiesFile }: Config): string[] {
  if (authoritiesFile === undefined) return [];
  try {
    return readAuthorities(authoritiesFile);
  } catch (error) {
    throw new ConfigError(`EXTRA_CA_FILE: ${(error as Error).message}`);
  }
}

/** The pipeline of a server that is ready. */
type PreparedServer = { answer: Pipeline; stopMetrics: () => Promise<void> };

async function prepare(
  config: Config,
  threads: Threads,
  fatal: (error: unknown) => void,
  signal: AbortSignal,
): Promise<PreparedServer> {
  // It makes the areas known, which everything below stands on.
  const app = createApp(config, areas, threads);
  configureBackups(config);
  configureDiagnostics(config);
  configureBackupThread(backupThread);
  const recordBackup = await backUpBeforeUpgrade(config);
  openDatabase(config.databaseFile, {
    reset: config.resetDatabase,
    onUpgrade: (version) => log.info({ version }, "upgrading the database; a large one takes a minute"),
  });
  deleteAbandonedScratch(true);
  const key = installationKey(config);
  configureTokens(key, config.accessTokenMinutes);
  configureSecrets(key);
  warnOfUnreadableSecrets(secretsOf(areas));
  configureMail(config.mail, config.mailAllowsSelfSigned);
  configureProxies(config.trustedProxies);
  configureOrigins(config.allowedOrigins);
  configureOutbound(config.allowPrivateAddresses, authoritiesOf(config));
  configureModels(config.llm);
  configureAnswerMemory(config.answerMemory);
  configureSync(config.syncAnswerWait, config.syncMaxRows);
  configureRedirects(config.allowedOrigins);
  configureIndex(config.catalogueIndex);
  configurePublicAddress(config.publicAddress);
  resetRateLimits();
  forgetUses();
  await inTurn(seedMetamodel);
  await seedAccess(config);
  const { ollama } = config;
  if (ollama) {
    await inTurn(() => {
      setUpOllama(program("start"), ollama);
      pullModel(ollama);
    });
  }
  // Imported on demand, to keep other starts fast.
  if (config.seeds) await (await import("./areas/demo/load")).loadDemo(config.seeds);
  await inTurn(captureFirstSnapshot);
  await inTurn(recordBackup);
  await inTurn(createPeriodicRuns);
  await durable();
  await beginReplication(config, signal);
  const { handle, stop: stopMetrics } = await startMetrics(config, app.handle);
  startRuns(config);
  return { answer: createPipeline(handle, fatal), stopMetrics };
}

/** Warns of changes that are on the disk only. @throws any other error */
function warnOfUnreplicated(error: unknown): void {
  if (!(error instanceof NotReplicated)) throw error;
  log.warn(
    { reason: error.reason },
    "some changes are stored here and not in the second place; they get there after the next start",
  );
}

/** Stops accepting requests, ends streams and runs, waits for running requests, and closes the database. */
async function stop(
  listener: Listener,
  threads: readonly { stop: () => Promise<void> }[],
  { databaseFile }: Config,
): Promise<void> {
  const finished = listener.stop();
  endStreams();
  await stopRuns();
  await Promise.race([finished, Bun.sleep(STOP_TIMEOUT)]);
  await listener.stop(true);
  await writeLastUses();
  configureTasks();
  configurePast();
  configureScenarios();
  await Promise.all(threads.map((each) => each.stop()));
  // A running sync needs the log's descriptor, which is closed with the database.
  await durable()?.catch(warnOfUnreplicated);
  await checkpointsDone();
  if (!closeDatabase())
    log.warn(
      { database: databaseFile },
      "the log stays next to the database: the disk is full, or another program reads it",
    );
  log.info("stopped");
}
