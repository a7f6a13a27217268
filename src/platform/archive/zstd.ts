/**
 * Files packed with zstd, block by block, so that neither side is ever in memory as a whole. They are in the seekable format of
 * zstd (a table of the blocks stands in a skippable frame at the end), and a note stands in a skippable frame at the beginning: any
 * zstd unpacks them, and a torn one is recognized by its end.
 */
import { closeSync, fstatSync, openSync, readSync, writeSync } from "node:fs";

/** A packed file is damaged, for the reason in the message. */
export class DamagedArchive extends Error {}

/** Bytes that are packed at once. */
const BLOCK = 1024 * 1024;
/** The library's default. */
const LEVEL = 3;

/** The first bytes of skippable frames: of the note, and of the table (zstd, contrib/seekable_format). */
const NOTE = 0x18_4d_2a_50;
const TABLE = 0x18_4d_2a_5e;
const SEEKABLE = 0x8f_92_ea_b1;
/** The bit of the table's descriptor that says that each block has a checksum. */
const CHECKSUMS = 0x80;

const FRAME_HEAD = 8;
const ENTRY = 12;
const FOOTER = 9;
/** Bytes of a note at most. */
const MAX_NOTE = 64 * 1024;

type Block = { packed: number; size: number; checksum: number };

/** Returns the lower half of XXH64, the checksum of the format. */
const checksumOf = (bytes: Uint8Array): number => Number(Bun.hash.xxHash64(bytes) & 0xff_ff_ff_ffn);

function skippable(magic: number, content: Uint8Array): Buffer {
  const head = Buffer.alloc(FRAME_HEAD);
  head.writeUInt32LE(magic, 0);
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content]);
}

function tableOf(blocks: readonly Block[]): Buffer {
  const content = Buffer.alloc(blocks.length * ENTRY + FOOTER);
  blocks.forEach(({ packed, size, checksum }, at) => {
    content.writeUInt32LE(packed, at * ENTRY);
    content.writeUInt32LE(size, at * ENTRY + 4);
    content.writeUInt32LE(checksum, at * ENTRY + 8);
  });
  content.writeUInt32LE(blocks.length, blocks.length * ENTRY);
  content.writeUInt8(CHECKSUMS, blocks.length * ENTRY + 4);
  content.writeUInt32LE(SEEKABLE, blocks.length * ENTRY + 5);
  return skippable(TABLE, content);
}

function readExactly(file: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  if (position < 0 || readSync(file, bytes, 0, length, position) !== length) throw new DamagedArchive("it is torn off");
  return bytes;
}

/** Runs work on an open file, and closes it. */
function withFile<T>(path: string, flags: "r" | "r+", work: (file: number) => T): T {
  const file = openSync(path, flags);
  try {
    return work(file);
  } finally {
    closeSync(file);
  }
}

/**
 * Packs a file.
 * @param to a file that exists; its content is replaced
 * @param note what is to be known of it before it is unpacked
 */
export function packFile(from: string, to: string, note: string): void {
  withFile(from, "r", (source) =>
    withFile(to, "r+", (target) => {
      writeSync(target, skippable(NOTE, Buffer.from(note)));
      const blocks: Block[] = [];
      const block = Buffer.alloc(BLOCK);
      for (let size = readSync(source, block); size > 0; size = readSync(source, block)) {
        const bytes = block.subarray(0, size);
        const packed = Bun.zstdCompressSync(bytes, { level: LEVEL });
        writeSync(target, packed);
        blocks.push({ packed: packed.length, size, checksum: checksumOf(bytes) });
      }
      writeSync(target, tableOf(blocks));
    }),
  );
}

/** Checks whether a file is packed in this way. */
export function isPacked(path: string): boolean {
  try {
    readNote(path);
    return true;
  } catch {
    return false;
  }
}

/** Returns the note of a packed file. @throws DamagedArchive when there is none */
export const readNote = (path: string): string => withFile(path, "r", (file) => noteOf(file).text);

function noteOf(file: number): { text: string; end: number } {
  const head = readExactly(file, 0, FRAME_HEAD);
  const length = head.readUInt32LE(4);
  if (head.readUInt32LE(0) !== NOTE || length > MAX_NOTE) throw new DamagedArchive("it is no backup");
  return { text: readExactly(file, FRAME_HEAD, length).toString("utf8"), end: FRAME_HEAD + length };
}

/** Returns the blocks of a packed file, by the table at its end. */
function blocksOf(file: number, begin: number): Block[] {
  const { size } = fstatSync(file);
  const footer = readExactly(file, size - FOOTER, FOOTER);
  if (footer.readUInt32LE(5) !== SEEKABLE) throw new DamagedArchive("it is torn off");
  const count = footer.readUInt32LE(0);
  const start = size - FOOTER - count * ENTRY - FRAME_HEAD;
  if (start < begin) throw new DamagedArchive("its table of blocks is damaged");
  const table = readExactly(file, start, FRAME_HEAD + count * ENTRY);
  const blocks = Array.from({ length: count }, (_, at) => ({
    packed: table.readUInt32LE(FRAME_HEAD + at * ENTRY),
    size: table.readUInt32LE(FRAME_HEAD + at * ENTRY + 4),
    checksum: table.readUInt32LE(FRAME_HEAD + at * ENTRY + 8),
  }));
  const end = blocks.reduce((sum, { packed }) => sum + packed, begin);
  const isWhole =
    table.readUInt32LE(0) === TABLE &&
    table.readUInt32LE(4) === count * ENTRY + FOOTER &&
    footer.readUInt8(4) === CHECKSUMS &&
    end === start &&
    blocks.every((block) => block.size <= BLOCK);
  if (!isWhole) throw new DamagedArchive("its table of blocks is damaged");
  return blocks;
}

function unpacked(bytes: Buffer, { size, checksum }: Block): Uint8Array {
  try {
    const content = Bun.zstdDecompressSync(bytes);
    if (content.length === size && checksumOf(content) === checksum) return content;
  } catch {
    // A block that can't be unpacked is damaged, too.
  }
  throw new DamagedArchive("a part of it is damaged");
}

/**
 * Unpacks a packed file.
 * @param to a file that exists; its content is replaced
 * @throws DamagedArchive when it is torn or damaged
 */
export function unpackFile(from: string, to: string): void {
  withFile(from, "r", (source) =>
    withFile(to, "r+", (target) => {
      let { end: position } = noteOf(source);
      for (const block of blocksOf(source, position)) {
        writeSync(target, unpacked(readExactly(source, position, block.packed), block));
        position += block.packed;
      }
    }),
  );
}
