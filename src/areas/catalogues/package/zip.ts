/** Reads files out of a zip archive: no more of them, and no more bytes, than are wanted, whatever the archive says of itself. */
import { inflateRawSync } from "node:zlib";
import { type AsyncFlateStreamHandler, Unzip, type UnzipDecoder, type UnzipFile } from "fflate";
import { Problem, refused } from "../../../http/errors";

const MB = 1024 * 1024;
/** Bytes that the files that are read may have together. */
const MOST_BYTES = 128 * MB;

const notZip = () => refused("The archive is not a complete zip file");
const tooLarge = () => refused(`The files of the archive must not have more than ${MOST_BYTES / MB} MiB together`);

/** What is wrong with an archive that could not be unpacked. */
function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  return (error as { code?: unknown }).code === "ERR_BUFFER_TOO_LARGE" ? tooLarge() : notZip();
}

/** Unpacks a deflated file by the runtime's zlib, which stops at the bound. */
class Inflate implements UnzipDecoder {
  static compression = 8;
  ondata!: AsyncFlateStreamHandler;
  readonly #chunks: Uint8Array[] = [];

  push(chunk: Uint8Array, isLast: boolean): void {
    this.#chunks.push(chunk.slice());
    if (!isLast) return;
    this.ondata(null, inflateRawSync(Buffer.concat(this.#chunks), { maxOutputLength: MOST_BYTES }), true);
  }
}

/**
 * The wanted files of a zip archive, by their path in it.
 * @param isWanted by the path
 * @throws Problem 400 when it is no zip archive, cut off, or larger than it may be when it is unpacked
 */
export function unzip(archive: Uint8Array, isWanted: (path: string) => boolean): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const begun = new Set<UnzipFile>();
  let left = MOST_BYTES;
  const unzipper = new Unzip((file) => {
    if (!isWanted(file.name)) return;
    begun.add(file);
    file.ondata = (error, bytes, isLast) => {
      if (error) throw problemOf(error);
      left -= bytes.length;
      if (left < 0) throw tooLarge();
      files.set(file.name, Buffer.concat([files.get(file.name) ?? Buffer.alloc(0), bytes]));
      if (isLast) begun.delete(file);
    };
    file.start();
  });
  unzipper.register(Inflate);
  try {
    unzipper.push(archive, true);
  } catch (error) {
    throw problemOf(error);
  }
  if (begun.size > 0 || !isZip(archive)) throw notZip();
  return files;
}

/** Whether bytes begin as a zip archive that holds a file. */
const isZip = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 4)).equals(Buffer.from("PK\u0003\u0004"));
