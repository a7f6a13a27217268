/** Files encrypted in the age format (age-encryption.org/v1), which the `age` tool opens, too. */
import { closeSync, createReadStream, openSync, readSync } from "node:fs";
import { open } from "node:fs/promises";
import { Readable } from "node:stream";

/** The addressee of an encrypted file: a recipient as in `age1…`, or a passphrase. */
export type Lock = { recipient: string } | { passphrase: string };

/** The key of an encrypted file: an identity as in `AGE-SECRET-KEY-1…`, or a passphrase. */
export type Key = { identity: string } | { passphrase: string };

const HEAD = "age-encryption.org/v1\n";

/** Checks whether a file is encrypted. */
export function isEncrypted(path: string): boolean {
  const file = openSync(path, "r");
  try {
    const head = Buffer.alloc(HEAD.length);
    return readSync(file, head, 0, HEAD.length, 0) === HEAD.length && head.toString("latin1") === HEAD;
  } finally {
    closeSync(file);
  }
}

const streamOf = (path: string) => Readable.toWeb(createReadStream(path)) as unknown as ReadableStream<Uint8Array>;

/** Writes what a stream yields into a file that exists. */
async function writeStream(stream: ReadableStream<Uint8Array>, to: string): Promise<void> {
  const file = await open(to, "r+");
  try {
    for await (const bytes of stream) await file.write(bytes);
  } finally {
    await file.close();
  }
}

/**
 * Encrypts a file. A passphrase takes a second of the thread, as the format wants it.
 * @param to a file that exists and is empty
 */
export async function encryptFile(from: string, to: string, lock: Lock): Promise<void> {
  const { Encrypter } = await import("age-encryption");
  const encrypter = new Encrypter();
  if ("recipient" in lock) encrypter.addRecipient(lock.recipient);
  else encrypter.setPassphrase(lock.passphrase);
  await writeStream(await encrypter.encrypt(streamOf(from)), to);
}

/**
 * Decrypts a file.
 * @param to a file that exists and is empty
 * @throws Error when the key doesn't open it, or it is damaged
 */
export async function decryptFile(from: string, to: string, key: Key): Promise<void> {
  const { Decrypter } = await import("age-encryption");
  const decrypter = new Decrypter();
  if ("identity" in key) decrypter.addIdentity(key.identity);
  else decrypter.addPassphrase(key.passphrase);
  await writeStream(await decrypter.decrypt(streamOf(from)), to);
}
