/** The key that signs tokens and encrypts secrets, when the configuration gives none. */
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";

/** The file beside the database that holds the generated key. */
export const secretFile = (databaseFile: string) => join(dirname(databaseFile), "secret.key");

/**
 * The key of this installation: what the file beside the database holds; made, readable by its owner only, at first.
 * @throws when the file holds no key, or can't be read or made
 */
export function secretKey(databaseFile: string): string {
  const file = secretFile(databaseFile);
  if (!existsSync(file)) makeKey(file);
  const key = readFileSync(file, "utf8").trim();
  if (key.length < 32)
    throw new Error(
      `${file} is damaged: it must hold at least 32 characters. Restore it, or delete it to get a new key.`,
    );
  return key;
}

/** Makes the file whole or not at all; when another process has made it meanwhile, that one stays. */
function makeKey(file: string): void {
  const draft = `${file}.unfinished-${process.pid}`;
  const key = Buffer.from(crypto.getRandomValues(new Uint8Array(48))).toString("base64url");
  try {
    const descriptor = openSync(draft, "w", 0o600);
    try {
      writeSync(descriptor, key);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    try {
      linkSync(draft, file);
    } catch (error) {
      // Where there are no second names for a file, the first has to move.
      if ((error as { code?: string }).code !== "EEXIST") renameSync(draft, file);
    }
  } finally {
    rmSync(draft, { force: true });
  }
}
