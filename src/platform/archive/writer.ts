/** Writes zip archives piece by piece, so that none is ever in memory as a whole. */
import { constants, crc32, deflateRawSync } from "node:zlib";
import { fflate } from "./fflate";

/** A file of an archive as it is written. */
export type FileWriter = { write(bytes: Uint8Array): void; end(): void };

/** An archive as it is written: its files one after the other. */
export type ArchiveWriter = {
  /**
   * Begins a file.
   * @param isPacked whether its content is compressed already, so that it is stored as it is
   */
  file(path: string, isPacked?: boolean): FileWriter;
  /** Writes a file whose content is there already. */
  add(path: string, content: Uint8Array | string): void;
  end(): void;
};

/** Bytes that are compressed at once; the window of DEFLATE is an eighth of it, so that little is lost at the seams. */
const BLOCK = 256 * 1024;

/** The level of compression: the library's default takes half as long again for a twentieth less. */
const LEVEL = 4;

/** Compresses a block; those of one file, one after the other, are one stream. */
const deflated = (block: Uint8Array, isLast: boolean): Uint8Array<ArrayBuffer> =>
  deflateRawSync(block, { level: LEVEL, finishFlush: isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH });

/** Collects bytes in a block, and passes it on whenever it is full. */
function collector(block: Uint8Array, receive: (block: Uint8Array, isLast: boolean) => void): FileWriter {
  let filled = 0;
  return {
    write(bytes) {
      for (let taken = 0; taken < bytes.length; ) {
        if (filled === block.length) {
          receive(block, false);
          filled = 0;
        }
        const part = bytes.subarray(taken, taken + block.length - filled);
        block.set(part, filled);
        filled += part.length;
        taken += part.length;
      }
    },
    end: () => receive(block.subarray(0, filled), true),
  };
}

/** The method of DEFLATE in the headers of archives. */
const DEFLATED = 8;

/** Writes an archive. @param receive is given its bytes */
export function archiveWriter(receive: (bytes: Uint8Array) => void): ArchiveWriter {
  const { Zip, ZipPassThrough } = fflate();
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    receive(bytes);
  });

  const block = new Uint8Array(BLOCK);

  /** An entry whose checksum and compression are the runtime's, which take a fifth of the library's time. */
  class Entry extends ZipPassThrough {
    override crc = 0;
    override size = 0;
    override push(block: Uint8Array, isLast: boolean): void {
      this.size += block.length;
      this.crc = crc32(block, this.crc);
      this.ondata(null, this.compression === DEFLATED ? deflated(block, isLast) : block.slice(), isLast);
    }
  }

  function file(path: string, isPacked = false): FileWriter {
    const entry = new Entry(path);
    if (!isPacked) entry.compression = DEFLATED;
    zip.add(entry);
    return collector(block, (bytes, isLast) => entry.push(bytes, isLast));
  }

  return {
    file,
    add(path, content) {
      const entry = file(path);
      entry.write(typeof content === "string" ? new TextEncoder().encode(content) : content);
      entry.end();
    },
    end: () => zip.end(),
  };
}
