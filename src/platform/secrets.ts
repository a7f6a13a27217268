/** The secret key of an installation whose configuration has none. */
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { syncFile } from "../../db/files";

/** Returns the file of the generated key, next to the database. */
export const secretFile = (databaseFile: string) => join(dirname(databaseFile), "secret.key");

/**
 * Returns the generated key; its file is created, readable by its owner only, when missing.
 * @throws Error when it is damaged
 */
function secretKey(databaseFile: string): string {
  const file = secretFile(databaseFile);
  if (!existsSync(file)) createKey(file);
  return readKey(file);
}

/** Returns the secret key of an installation: the one that it was given, or else the generated one. @throws as `secretKey` */
export const installationKey = (config: { secretKey: string | undefined; databaseFile: string }): string =>
  config.secretKey ?? secretKey(config.databaseFile);

/** Returns the key that was generated for a database; undefined when there is none. @throws Error when it is damaged */
export function existingSecretKey(databaseFile: string): string | undefined {
  const file = secretFile(databaseFile);
  return existsSync(file) ? readKey(file) : undefined;
}

function readKey(file: string): string {
  const key = readFileSync(file, "utf8").trim();
  if (key.length < 32)
    throw new Error(
      `${file} is damaged: it must hold at least 32 characters. Restore it, or delete it to get a new key.`,
    );
  return key;
}

/** Creates the file atomically; one that another process has created meanwhile stays. */
function createKey(file: string): void {
  const draft = `${file}.unfinished-${process.pid}`;
  const key = Buffer.from(crypto.getRandomValues(new Uint8Array(48))).toString("base64url");
  try {
    writeFileSync(draft, key, { mode: 0o600 });
    syncFile(draft);
    try {
      linkSync(draft, file);
    } catch (error) {
      // The file system may have no hard links.
      if ((error as { code?: string }).code !== "EEXIST") renameSync(draft, file);
    }
  } finally {
    rmSync(draft, { force: true });
  }
}
