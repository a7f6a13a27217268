/** `stoa serve` */
import { resolve } from "node:path";
import type { Command } from "commander";
import { type Config, describeVariables, lackingVariables, readConfig } from "../config";
import { SECOND } from "../platform/clock";
import { networkOf } from "../platform/filesystem";
import { UnknownHost } from "../platform/listening";
import { log, startLog } from "../platform/log";
import { EXIT, Failure } from "./failure";
import { formatTable } from "./format";

/** Adds the command that runs the server. */
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

/** Runs until a signal asks for the end; a second one doesn't wait for it. */
async function runServer(config: Config): Promise<void> {
  const asked = Promise.withResolvers<string>();
  let signals = 0;
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.on(signal, () => {
      if (++signals > 1) process.exit(EXIT.failed);
      asked.resolve(signal);
    });
  watchNpm(() => asked.resolve("npm has ended"));
  startLog(config);
  // What a request does wrong ends as its answer; these are for what runs beside the requests.
  process.on("unhandledRejection", (error) =>
    log.error({ exception: error }, "something went wrong that nobody waited for"),
  );
  process.on("uncaughtException", (error) => {
    log.fatal({ exception: error }, "something went wrong that nobody foresaw");
    process.exit(EXIT.failed);
  });
  for (const { variable, lacks } of lackingVariables()) log.warn({ variable }, lacks);
  const network = networkOf(resolve(config.databaseFile));
  if (network)
    log.warn(
      { database: config.databaseFile, file_system: network },
      "the database lies on a network file system, where SQLite's locks don't hold: move it to a local disk",
    );
  const server = await start(config);
  const signal = await asked.promise;
  log.info({ signal }, "stopping");
  await server.stop();
}

/**
 * Tells when the npm that started the server has ended. npm runs scripts in a shell, and a shell that is asked to end
 * passes that on to nobody: the server would go on without anybody knowing, and keep the port.
 */
function watchNpm(ended: () => void): void {
  if (!process.env["npm_lifecycle_event"]) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) ended();
  }, SECOND / 2).unref();
}

async function start(config: Config) {
  const { startServer } = await import("../server");
  try {
    // The request pipeline has logged why; to go on would be to acknowledge what may be lost.
    return await startServer(config, () => process.exit(EXIT.failed));
  } catch (error) {
    throw cannotListen(error, config) ?? error;
  }
}

function cannotListen(error: unknown, { host, port }: Config): Failure | undefined {
  const { code, syscall } = error as { code?: string; syscall?: string };
  if (code === "EADDRINUSE")
    return new Failure(`Port ${port} of ${host} is in use by another program; stop it, or set PORT.`);
  if (code === "EACCES" && syscall === "listen")
    return new Failure(`Port ${port} needs more rights than this account has; set PORT.`);
  // An address of IPv6 on a machine without it is of no family, and one of a link without the link is invalid.
  if (
    error instanceof UnknownHost ||
    (syscall === "listen" && ["EADDRNOTAVAIL", "EAFNOSUPPORT", "EINVAL"].includes(code ?? ""))
  )
    return new Failure(`HOST ${host} is no address of this machine.`);
  return undefined;
}
