/** Files and standard output, which the commands of a client read and write. */
import { existsSync, renameSync, rmSync } from "node:fs";
import { basename } from "node:path";
import { print } from "../../platform/output";
import { Failure } from "../failure";
import { formatSize } from "../format";

/** Returns the content of a file; - is standard input. @throws Failure when there is no such file */
export async function fileOf(path: string): Promise<Uint8Array<ArrayBuffer>> {
  if (path === "-") return new Uint8Array(await Bun.stdin.arrayBuffer());
  const file = Bun.file(path);
  if (!(await file.exists())) throw new Failure(`There is no file ${path}.`);
  return new Uint8Array(await file.arrayBuffer());
}

/**
 * Writes an answer into a file, which appears only when it is complete.
 * @param replaces allows replacing a file that exists
 * @throws Failure when there is one and it may not be replaced, or the answer breaks off
 */
export async function saveTo(path: string, answer: Response, replaces: boolean): Promise<void> {
  if (!replaces && existsSync(path)) throw new Failure(`${path} exists already; --force replaces it.`);
  const unfinished = `${path}.unfinished-${process.pid}`;
  try {
    const bytes = await Bun.write(unfinished, answer);
    renameSync(unfinished, path);
    print(`Wrote ${basename(path)} (${formatSize(bytes)}).`);
  } catch (error) {
    throw new Failure(`${path} could not be written: ${(error as Error).message}`);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** Writes text or bytes to standard output, however slowly they are read; ends without an error when nobody reads any more. */
export async function writeOut(content: string | Uint8Array | AsyncIterable<Uint8Array>): Promise<void> {
  const writer = Bun.stdout.writer();
  try {
    const isWhole = typeof content === "string" || content instanceof Uint8Array;
    for await (const part of isWhole ? [content] : content) {
      writer.write(part);
      await writer.flush();
    }
  } catch (error) {
    if ((error as { code?: string }).code !== "EPIPE") throw error;
  }
}
