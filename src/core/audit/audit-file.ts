/**
 * The journal as a file of JSON lines. Its last whole line is the position: it is compared with the journal before anything is
 * appended, and a line that was cut short is cut off. The file is opened for each stretch, so that one that was moved away is
 * followed by a new one. The stored position counts where there is no line yet.
 */

import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { reasonOf, syncFolder } from "../../../db/files";
import { log } from "../../platform/log";
import { BEGINNING, lineOf, readLine } from "./audit-line";
import { sealOf } from "./sealed-events";
import type { Target } from "./target";

const { O_RDWR, O_CREAT, O_APPEND, O_NONBLOCK } = constants;
/** Bytes that are read first in search of the last line, and those beyond which it is none of ours. */
const CHUNK = 64 * 1024;
const MAX_LINE = 64 * 1024 * 1024;
const NEWLINE = 0x0a;

const FOREIGN = new Error("it is no audit file; move it away, and a new one is begun");

/** The end of a file: its last whole line, and the bytes after it. */
type End = { line: string | undefined; size: number; torn: Buffer };

/** Reads the last whole line of a file, and what follows it. */
async function readEnd(file: FileHandle, length: number): Promise<End> {
  let bytes = Buffer.alloc(0);
  for (let start = length; start > 0; ) {
    if (bytes.length > MAX_LINE) throw FOREIGN;
    const size = Math.min(Math.max(CHUNK, bytes.length), start);
    start -= size;
    const { buffer } = await file.read(Buffer.alloc(size), 0, size, start);
    bytes = Buffer.concat([buffer, bytes]);
    const last = bytes.lastIndexOf(NEWLINE);
    const before = last > 0 ? bytes.lastIndexOf(NEWLINE, last - 1) : -1;
    if (last >= 0 && (before >= 0 || start === 0))
      return {
        line: bytes.toString("utf8", before + 1, last),
        size: start + last + 1,
        torn: bytes.subarray(last + 1),
      };
  }
  return { line: undefined, size: 0, torn: bytes };
}

const isBeginning = (torn: Buffer) => torn.toString("utf8", 0, BEGINNING.length) === BEGINNING.slice(0, torn.length);

/** Returns the number of the last event in a file, of which what is torn is cut off; undefined when it has none. */
async function synchronise(file: FileHandle, length: number): Promise<number | undefined> {
  const { line, size, torn } = await readEnd(file, length);
  const event = line === undefined ? undefined : readLine(line);
  if (line !== undefined && (!event || sealOf(event.seq) !== event.seal))
    throw new Error("it ends with a line that is no event of this journal; move it away, and a new one is begun");
  if (torn.length > 0) {
    if (!isBeginning(torn)) throw FOREIGN;
    await file.truncate(size);
  }
  return event?.seq;
}

/** Returns the target that is a file. */
export function fileTarget(path: string): Target {
  const absolute = resolve(path);
  return {
    kind: "file",
    async export(position, next) {
      try {
        const file = await open(absolute, O_RDWR | O_CREAT | O_APPEND | (O_NONBLOCK ?? 0), 0o600);
        try {
          const stats = await file.stat();
          if (!stats.isFile()) throw new Error("it is no file");
          const last = await synchronise(file, stats.size);
          if (last !== undefined && last < position)
            log.warn(
              { file: absolute, position, last },
              "the audit file lacks events that it had, and gets them again",
            );
          const { events, end } = next(last ?? position);
          if (events.length === 0) return end;
          await file.appendFile(events.map((event) => `${lineOf(event)}\n`).join(""));
          await file.datasync();
          if (last === undefined) syncFolder(dirname(absolute));
          return end;
        } finally {
          await file.close();
        }
      } catch (error) {
        throw new Error(`${absolute} can't be continued: ${reasonOf(error, absolute)}`, { cause: error });
      }
    },
  };
}
