/** The key that signs tokens and encrypts secrets, when the configuration gives none. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The file beside the database that holds the generated key. */
export const secretFile = (databaseFile: string) => join(dirname(databaseFile), "secret.key");

/** The key of this installation: what the file beside the database holds; made, readable by its owner only, at first. */
export function secretKey(databaseFile: string): string {
  const file = secretFile(databaseFile);
  if (!existsSync(file))
    writeFileSync(file, Buffer.from(crypto.getRandomValues(new Uint8Array(48))).toString("base64url"), {
      mode: 0o600,
      flag: "wx",
    });
  const key = readFileSync(file, "utf8").trim();
  if (key.length < 32)
    throw new Error(
      `${file} is damaged: it must hold at least 32 characters. Restore it, or delete it to get a new key.`,
    );
  return key;
}
