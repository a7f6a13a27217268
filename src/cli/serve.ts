/** `stoa serve` */
import { dirname, resolve } from "node:path";
import type { Command } from "commander";
import { COMPANIONS } from "../../db/files";
import { type Config, describeVariables, readConfig } from "../config";
import { SECOND } from "../platform/clock";
import { exposedToOthers } from "../platform/file-rights";
import { networkOf } from "../platform/filesystem";
import { UnknownHost } from "../platform/listening";
import { log, startLog } from "../platform/log";
import { secretFile } from "../platform/secrets";
import { EXIT, Failure } from "./failure";
import { formatTable } from "./format";

/** Adds the command `serve`. */
export function serve(stoa: Command): void {
  stoa
    .command("serve")
    .description("run the server (also without a command)")
    .addHelpText("after", () => `\nEnvironment:\n${variables()}`)
    .action(() => runServer(readConfig()));
}

const variables = () =>
  formatTable(
    describeVariables().map(({ name, fallback, meaning }) => [`  ${name}`, meaning + (fallback && ` (${fallback})`)]),
  );

/** Runs the server until a signal stops it; a second signal ends the process at once. */
async function runServer(config: Config): Promise<void> {
  const stopped = Promise.withResolvers<string>();
  const stopping = new AbortController();
  const stop = (reason: string) => {
    stopping.abort();
    stopped.resolve(reason);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.on(signal, () => {
      if (stopping.signal.aborted) process.exit(EXIT.failed);
      stop(signal);
    });
  watchNpm(() => stop("npm has ended"));
  startLog(config);
  // Errors of requests become responses; these are for work outside of requests.
  process.on("unhandledRejection", (error) => log.error({ exception: error }, "work outside of requests has failed"));
  process.on("uncaughtException", (error) => {
    log.fatal({ exception: error }, "an unforeseen error ends the server");
    process.exit(EXIT.failed);
  });
  const network = networkOf(resolve(config.databaseFile));
  if (network)
    log.warn(
      { database: config.databaseFile, file_system: network },
      "the database lies on a network file system, where SQLite's locks don't hold: move it to a local disk",
    );
  const server = await start(config, stopping.signal);
  for (const { path, command } of exposedToOthers(filesOf(resolve(config.databaseFile))))
    log.warn({ path, command }, "other accounts of this machine can open this, and it holds secrets: close it to them");
  const signal = await stopped.promise;
  log.info({ signal }, "stopping");
  await server.stop();
}

/** Returns the folder of a database, and the files in it that hold secrets. */
const filesOf = (database: string): string[] => [
  dirname(database),
  ...["", ...COMPANIONS].map((suffix) => database + suffix),
  secretFile(database),
];

/** Calls `ended` when the npm that started the server has ended: npm's shell passes no signals on. */
function watchNpm(ended: () => void): void {
  if (!process.env["npm_lifecycle_event"]) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) ended();
  }, SECOND / 2).unref();
}

async function start(config: Config, stopping: AbortSignal) {
  const { startServer } = await import("../server");
  try {
    // The pipeline has logged the reason; a running server could acknowledge changes that are lost.
    return await startServer(config, () => process.exit(EXIT.failed), stopping);
  } catch (error) {
    // It has waited for the second place.
    if (error === stopping.reason) process.exit(EXIT.ok);
    throw listenFailure(error, config) ?? error;
  }
}

function listenFailure(error: unknown, { host, port }: Config): Failure | undefined {
  const { code, syscall } = error as { code?: string; syscall?: string };
  if (code === "EADDRINUSE")
    return new Failure(`Port ${port} of ${host} is in use by another program; stop it, or set PORT.`);
  if (code === "EACCES" && syscall === "listen")
    return new Failure(`Port ${port} needs more rights than this account has; set PORT.`);
  // IPv6 addresses fail with EAFNOSUPPORT where there is no IPv6, and link-local ones without a zone with EINVAL.
  if (
    error instanceof UnknownHost ||
    (syscall === "listen" && ["EADDRNOTAVAIL", "EAFNOSUPPORT", "EINVAL"].includes(code ?? ""))
  )
    return new Failure(`HOST ${host} is no address of this machine.`);
  return undefined;
}
