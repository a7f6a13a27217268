/** The servers that this user of the machine has logged in to, with a token for each. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { z } from "zod";
import { Failure } from "../failure";

const Logins = z.object({
  /** The server that commands call when they name none. */
  current: z.string().nullable(),
  /** Address of a server → its access token. */
  tokens: z.record(z.string(), z.string()),
});
type Logins = z.infer<typeof Logins>;

/** Returns the path of the file of logins, in the user's folder for configuration. */
export function loginsFile(environment: NodeJS.ProcessEnv = process.env): string {
  const folder = environment["XDG_CONFIG_HOME"] || environment["APPDATA"] || join(homedir(), ".config");
  return join(folder, "stoa", "logins.json");
}

/** Returns the logins; none where there is no file. @throws Failure when the file is damaged */
export function readLogins(file = loginsFile()): Logins {
  if (!existsSync(file)) return { current: null, tokens: {} };
  try {
    return Logins.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    throw new Failure(`${file} can't be read: delete it and log in again.`);
  }
}

/** Replaces the logins in one step, in a file that only its owner may read. */
export function writeLogins(logins: Logins, file = loginsFile()): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, `${JSON.stringify(logins, null, 2)}\n`, { mode: 0o600 });
  renameSync(fresh, file);
}

/** Forgets the token for a server. @returns false when there was none */
export function deleteLogin(server: string): boolean {
  const { current, tokens } = readLogins();
  if (!(server in tokens)) return false;
  const { [server]: _, ...others } = tokens;
  const [next = null] = Object.keys(others);
  if (next === null) rmSync(loginsFile(), { force: true });
  else writeLogins({ current: current === server ? next : current, tokens: others });
  return true;
}
