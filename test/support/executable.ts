/** The executable as a user has it: built once, run in a folder with an environment and nothing else. */
import { renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { buildExecutable, EXECUTABLE } from "../../scripts/build";
import { type Client, clientOf } from "./client";
import { newFolder } from "./scratch";

const root = join(import.meta.dir, "..", "..");

/** Returns the time of the last change of the executable, or of any of its sources. */
function changedAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function isUpToDate(): boolean {
  const built = changedAt(EXECUTABLE);
  const sources = new Bun.Glob("{src,db,migrations,scripts}/**/*.{ts,sql,json}").scanSync({ cwd: root });
  return [...sources, "package.json", "package-lock.json"].every((file) => changedAt(join(root, file)) < built);
}

let building: Promise<string> | undefined;

async function build(): Promise<string> {
  if (isUpToDate()) return EXECUTABLE;
  // Another run of the tests may be starting the one that is there.
  const fresh = `${EXECUTABLE}-${process.pid}`;
  await buildExecutable(fresh);
  renameSync(fresh, EXECUTABLE);
  return EXECUTABLE;
}

/** Returns path of an executable that is made from the sources as they are. */
export const executable = (): Promise<string> => (building ??= build());

type Setting = {
  /** The folder in which it runs; a new, empty one by default. */
  folder?: string;
  /** Variables; the process gets these and PATH, and none of the tests' own. */
  environment?: Record<string, string>;
  /** A command that runs the command given to it, as `setpriv` does. */
  through?: string[];
};

const children = new Set<Bun.Subprocess>();
process.on("exit", () => {
  for (const child of children) child.kill("SIGKILL");
});

async function spawn(
  args: string[],
  { folder = newFolder(), environment = {}, through = [] }: Setting,
  stdout?: number,
) {
  const child = Bun.spawn([...through, await executable(), ...args], {
    cwd: folder,
    env: { PATH: process.env["PATH"] ?? "", ...environment },
    stdin: "pipe",
    stdout: stdout ?? "pipe",
    stderr: "pipe",
  });
  children.add(child);
  child.exited.then(() => children.delete(child));
  return { child, folder };
}

/** The exit code and the output of a command. */
export type Outcome = { code: number; stdout: string; stderr: string };

/**
 * Runs a command to its end.
 * @param setting.input what it reads from standard input
 * @param setting.killAfter milliseconds after which it is killed, if it hasn't ended by then
 */
export async function runStoa(
  args: string[],
  setting: Setting & { input?: string; killAfter?: number } = {},
): Promise<Outcome> {
  const { child } = await spawn(args, setting);
  if (setting.killAfter !== undefined) setTimeout(() => child.kill("SIGKILL"), setting.killAfter);
  child.stdin.write(setting.input ?? "");
  child.stdin.end();
  const [code, stdout, stderr] = await Promise.all([
    child.exited,
    new Response(child.stdout as ReadableStream).text(),
    new Response(child.stderr).text(),
  ]);
  return { code, stdout, stderr };
}

/** A server that is running in a process of its own. */
export type RunningServer = {
  url: string;
  pid: number;
  folder: string;
  /** The path of the database, unless DATABASE_URL was given. */
  databaseFile: string;
  /** Its standard output and standard error so far. */
  output(): string;
  signal(signal: NodeJS.Signals): void;
  /** Kills it at once and waits until it has ended. */
  kill(): Promise<void>;
  /** Asks it to stop and waits until it has. */
  stop(): Promise<number>;
  /** Its exit code, once it has ended. */
  exited: Promise<number>;
};

/**
 * Starts the server on a free port of the loopback interface and waits until it is healthy.
 * @param setting.stdout a file descriptor for the log; the address must then be given as PORT
 * @throws with its output when it ends instead
 */
export async function startStoa(setting: Setting & { stdout?: number } = {}): Promise<RunningServer> {
  const environment = { HOST: "127.0.0.1", PORT: "0", ...setting.environment };
  const { child, folder } = await spawn(["serve"], { ...setting, environment }, setting.stdout);
  let output = "";
  const collect = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder();
    for await (const bytes of stream) output += decoder.decode(bytes, { stream: true });
  };
  const streams =
    setting.stdout === undefined ? [child.stdout as ReadableStream<Uint8Array>, child.stderr] : [child.stderr];
  const collected = Promise.all(streams.map(collect));
  const url = await healthy(
    () => (environment.PORT === "0" ? urlIn(output) : `http://127.0.0.1:${environment.PORT}`),
    child,
  );
  if (!url) {
    await collected;
    throw new Error(`stoa serve ended with ${child.exitCode}: ${output}`);
  }
  const end = async () => {
    const code = await child.exited;
    await collected;
    return code;
  };
  return {
    url,
    pid: child.pid,
    folder,
    databaseFile: join(folder, "data", "stoa.db"),
    output: () => output,
    signal: (signal) => child.kill(signal),
    async kill() {
      child.kill("SIGKILL");
      await end();
    },
    stop() {
      child.kill("SIGTERM");
      return end();
    },
    exited: end(),
  };
}

/**
 * Starts the server and doesn't wait until it is healthy, because it may never be.
 * @returns the function that kills it at once and waits until it has ended
 */
export async function launchStoa({ environment, ...setting }: Setting): Promise<() => Promise<void>> {
  const { child } = await spawn(["serve"], {
    ...setting,
    environment: { HOST: "127.0.0.1", PORT: "0", ...environment },
  });
  return async () => {
    child.kill("SIGKILL");
    await child.exited;
  };
}

const urlIn = (output: string) => output.match(/"url":"(http:[^"]+?)\/?"/)?.[1];

/** Returns the server's address once it answers there; undefined when the process has ended. */
async function healthy(address: () => string | undefined, child: Bun.Subprocess): Promise<string | undefined> {
  while (child.exitCode === null && child.signalCode === null) {
    const url = address();
    const response = url ? await fetch(`${url}/api/health`).catch(() => undefined) : undefined;
    if (response?.ok) return url;
    await Bun.sleep(10);
  }
  return undefined;
}

const administrator = { email: "ada@stoa.example", password: "Analytical-Engine-1843" };

/** The environment that makes the administrator of `logIn`. */
export const withAdministrator = { ADMIN_EMAIL: administrator.email, ADMIN_PASSWORD: administrator.password };

/** Returns a client of the administrator that `withAdministrator` makes. */
export async function logIn(url: string): Promise<Client> {
  const { status, body } = await clientOf(url).post("/auth/login", administrator);
  if (status !== 200) throw new Error(`The administrator can't log in: ${JSON.stringify(body)}`);
  return clientOf(url, body.access_token);
}
