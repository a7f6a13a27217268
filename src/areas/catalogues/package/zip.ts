/** Reads files out of a zip archive: no more of them, and no more bytes, than are wanted, whatever the archive says of itself. */
import { Unzip, type UnzipFile, UnzipInflate } from "fflate";
import { refused } from "../../../http/errors";

const MB = 1024 * 1024;
/** Bytes that the files that are read may have together. */
const MOST_BYTES = 192 * MB;
/** Bytes that are unpacked at a time: they make at most a thousand times as many. */
const STEP = 16 * 1024;

const notZip = () => refused("The archive is not a complete zip file");

/**
 * The wanted files of a zip archive, by their path in it.
 * @param isWanted by the path
 * @throws Problem 400 when it is no zip archive, cut off, or larger than it may be when it is unpacked
 */
export function unzip(archive: Uint8Array, isWanted: (path: string) => boolean): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  let left = MOST_BYTES;
  let unfinished = 0;
  const read = (file: UnzipFile) => {
    const chunks: Uint8Array[] = [];
    unfinished++;
    file.ondata = (error, chunk, isLast) => {
      if (error) throw notZip();
      left -= chunk.length;
      if (left < 0) throw refused(`The files of the archive must not have more than ${MOST_BYTES / MB} MiB together`);
      chunks.push(chunk.slice());
      if (!isLast) return;
      files.set(file.name, Buffer.concat(chunks));
      unfinished--;
    };
    file.start();
  };
  const unzipper = new Unzip((file) => {
    if (isWanted(file.name)) read(file);
  });
  unzipper.register(UnzipInflate);
  if (!isZip(archive)) throw notZip();
  try {
    for (let at = 0; at < archive.length; at += STEP)
      unzipper.push(archive.subarray(at, at + STEP), at + STEP >= archive.length);
  } catch (error) {
    throw error instanceof Error && "code" in error ? notZip() : error;
  }
  if (unfinished > 0) throw notZip();
  return files;
}

/** Whether bytes begin as a zip archive that holds a file. */
const isZip = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 4)).equals(Buffer.from("PK\u0003\u0004"));
