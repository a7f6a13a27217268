/** The processes of a benchmark: started on loopback, looked at from outside, and stopped again whatever happens. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildExecutable } from "../scripts/build";
import { ADMIN } from "./fill";

const root = join(import.meta.dir, "..");

const running = new Set<Bun.Subprocess>();
const folders: string[] = [];
/** The command that starts Stoa: its source, until there is an executable. */
let stoa = [process.execPath, join(root, "src", "main.ts")];

/** Builds the executable from the source as it is now, and measures that from here on. */
export async function useExecutable(): Promise<void> {
  const file = join(newFolder(), process.platform === "win32" ? "stoa.exe" : "stoa");
  await buildExecutable(file);
  stoa = [file];
}

/** Creates a folder that is gone when the benchmark is over. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "stoa-bench-run-"));
  folders.push(folder);
  return folder;
}

/** Ends everything that was started and removes its files. */
export async function cleanUp(): Promise<void> {
  for (const process of running) process.kill("SIGKILL");
  await Promise.all([...running].map((process) => process.exited));
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

export type Server = {
  url: string;
  pid: number;
  /** Milliseconds from its start to its first healthy answer. */
  startTook: number;
  stop(): Promise<void>;
};

function freePort(): number {
  const probe = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  probe.stop(true);
  return probe.port;
}

const START_PATIENCE = 30_000;

async function start(makeCommand: (port: number) => string[], environment: Record<string, string>): Promise<Server> {
  const port = freePort();
  const began = performance.now();
  const command = makeCommand(port);
  const process = Bun.spawn(command, {
    env: { ...globalThis.process.env, ...environment, PORT: String(port) },
    stdin: "ignore",
    stdout: "ignore",
    stderr: "inherit",
  });
  running.add(process);
  process.exited.then(() => running.delete(process));
  const url = `http://127.0.0.1:${port}`;
  for (;;) {
    const healthy = await fetch(`${url}/api/health`).then(
      (response) => response.ok,
      () => false,
    );
    if (healthy) break;
    if (process.exitCode !== null || performance.now() - began > START_PATIENCE)
      throw new Error(`The server did not start: ${command.join(" ")}`);
    await Bun.sleep(1);
  }
  const startTook = performance.now() - began;
  const stop = async () => {
    process.kill("SIGTERM");
    const patience = setTimeout(() => process.kill("SIGKILL"), START_PATIENCE);
    await process.exited;
    clearTimeout(patience);
  };
  return { url, pid: process.pid, startTook, stop };
}

const environmentFor = (databaseFile: string): Record<string, string> => ({
  HOST: "127.0.0.1",
  DATABASE_URL: `file:${databaseFile}`,
  ENVIRONMENT: "production",
  SECRET_KEY: "a key for benchmarks that nobody else uses",
  ADMIN_EMAIL: ADMIN.email,
  ADMIN_PASSWORD: ADMIN.password,
});

/** Starts Stoa on a database. @param environment variables in addition to those that every server has */
export const startStoa = (databaseFile: string, environment: Record<string, string> = {}): Promise<Server> =>
  start(() => [...stoa, "serve"], { ...environmentFor(databaseFile), ...environment });

/** Starts the floor on a database. */
export const startFloor = (databaseFile: string): Promise<Server> =>
  start((port) => [process.execPath, join(import.meta.dir, "floor.ts"), databaseFile, String(port)], {});

/** Starts a program that writes into a database as an engine of replication does, and waits until it listens. */
export async function startEngine(
  socket: string,
  databaseFile: string,
  milliseconds: number,
): Promise<{ stop(): Promise<void> }> {
  const program = join(import.meta.dir, "engine.ts");
  const engine = Bun.spawn([process.execPath, program, socket, databaseFile, String(milliseconds)], {
    stdin: "ignore",
    stdout: "ignore",
    stderr: "inherit",
  });
  running.add(engine);
  engine.exited.then(() => running.delete(engine));
  while (!existsSync(socket) && engine.exitCode === null) await Bun.sleep(10);
  return {
    async stop() {
      engine.kill();
      await engine.exited;
    },
  };
}

/** Starts Stoa with one more route that the guard doesn't look at. */
export const startUnguarded = (databaseFile: string): Promise<Server> =>
  start(() => [process.execPath, join(import.meta.dir, "unguarded.ts")], environmentFor(databaseFile));

/** MiB of memory that a process holds. */
export function residentMemory(pid: number): number {
  if (!existsSync("/proc"))
    return Number(Bun.spawnSync(["ps", "-o", "rss=", "-p", String(pid)]).stdout.toString()) / 1_024;
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(status.match(/^VmRSS:\s+(\d+) kB$/m)?.[1]) / 1_024;
}

/** Returns the most memory, in MiB, that a process holds at a moment of the work; looked at every few milliseconds. */
export async function mostMemory(pid: number, work: () => Promise<unknown>): Promise<number> {
  let most = 0;
  const look = () => {
    most = Math.max(most, residentMemory(pid));
  };
  const timer = setInterval(look, 10);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  look();
  return most;
}

/** Returns milliseconds that the processors have worked for a process; undefined where the system doesn't report it. */
export function processorTime(pid: number): number | undefined {
  if (!existsSync("/proc")) return undefined;
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  const TICK = 10;
  return (Number(fields[11]) + Number(fields[12])) * TICK;
}
