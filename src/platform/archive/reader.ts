/**
 * Reads zip archives through their directory, a piece at a time, and never more entries and bytes than is allowed,
 * whatever the archive claims.
 */
import { crc32 } from "node:zlib";
import { fflate } from "./fflate";
import { type Source, UnreadableFile } from "./source";

/** An archive. */
export type Archive = {
  /** The bytes of all files together when they are unpacked. */
  unpacked: number;
  /** The paths of its files. */
  paths: readonly string[];
  /** True when there is a file with this path. */
  has(path: string): boolean;
  /**
   * Reads a file.
   * @param receive is given its bytes, which are overwritten afterwards, and returns `false` when that is enough
   * @throws UnreadableFile
   */
  read(path: string, receive: (bytes: Uint8Array) => boolean): void;
};

/** Reads a file of an archive as a whole. @throws UnreadableFile when it is larger than it may be */
export function readWhole(archive: Archive, path: string, most: number): Buffer {
  const pieces: Uint8Array[] = [];
  let size = 0;
  archive.read(path, (bytes) => {
    size += bytes.length;
    if (size > most) throw new UnreadableFile(`${path} must not be larger than ${most} bytes`);
    pieces.push(bytes.slice());
    return true;
  });
  return Buffer.concat(pieces);
}

type Entry = { method: number; crc: number; packed: number; unpacked: number; position: number };

/**
 * The limits of an archive: files, bytes of all of them together when they are unpacked, and bytes of its
 * directory.
 */
export type ArchiveLimits = { entries: number; unpacked: number; directory: number };

const MB = 1024 * 1024;
/** The limits of a workbook. */
const WORKBOOK: ArchiveLimits = { entries: 2_000, unpacked: 128 * MB, directory: 2 * MB };
/** Bytes that are unpacked at once: one may become a thousand. */
const PIECE = 8 * 1024;

const DIRECTORY_END = 0x06054b50;
const DIRECTORY_END_SIZE = 22;
const LONGEST_COMMENT = 0xffff;
const DIRECTORY_ENTRY = 0x02014b50;
const DIRECTORY_ENTRY_SIZE = 46;
const FILE_HEADER = 0x04034b50;
const FILE_HEADER_SIZE = 30;
const ENCRYPTED = 1;
const STORED = 0;
const DEFLATED = 8;
/** Stands for a number that is in the ZIP64 field instead. */
const IN_ZIP64 = 0xffffffff;
const ZIP64_FIELD = 1;

const damaged = () => new UnreadableFile("The file is not a complete zip archive");

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Returns the bytes at a position. @throws UnreadableFile when the file ends before */
function bytesAt(source: Source, position: number, length: number): Uint8Array {
  if (position < 0 || position + length > source.size) throw damaged();
  return source.read(position, length);
}

/** Finds the place of the directory, and the number of its entries. */
function findDirectory(source: Source): { entries: number; size: number; position: number } {
  const length = Math.min(source.size, DIRECTORY_END_SIZE + LONGEST_COMMENT);
  const view = viewOf(bytesAt(source, source.size - length, length));
  for (let at = length - DIRECTORY_END_SIZE; at >= 0; at--) {
    if (view.getUint32(at, true) !== DIRECTORY_END) continue;
    return {
      entries: view.getUint16(at + 10, true),
      size: view.getUint32(at + 12, true),
      position: view.getUint32(at + 16, true),
    };
  }
  throw damaged();
}

/** Returns the sizes and the position of an entry; values that don't fit are in its ZIP64 field. */
function withZip64(entry: Entry, extra: Uint8Array): Entry {
  const view = viewOf(extra);
  for (let at = 0; at + 4 <= extra.length; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== ZIP64_FIELD) continue;
    let next = at + 4;
    const take = (value: number) => {
      if (value !== IN_ZIP64) return value;
      if (next + 8 > extra.length) throw damaged();
      const wide = Number(view.getBigUint64(next, true));
      next += 8;
      return wide;
    };
    const unpacked = take(entry.unpacked);
    const packed = take(entry.packed);
    return { ...entry, unpacked, packed, position: take(entry.position) };
  }
  return entry;
}

/** Returns the entry at a place of the directory, and the place after it. */
function entryAt(directory: Uint8Array, at: number): { path: string; entry: Entry; next: number } {
  const view = viewOf(directory);
  if (at + DIRECTORY_ENTRY_SIZE > directory.length || view.getUint32(at, true) !== DIRECTORY_ENTRY) throw damaged();
  const nameEnd = at + DIRECTORY_ENTRY_SIZE + view.getUint16(at + 28, true);
  const extraEnd = nameEnd + view.getUint16(at + 30, true);
  if (extraEnd > directory.length) throw damaged();
  if (view.getUint16(at + 8, true) & ENCRYPTED) throw new UnreadableFile("The file must not have a password");
  const entry = {
    method: view.getUint16(at + 10, true),
    crc: view.getUint32(at + 16, true),
    packed: view.getUint32(at + 20, true),
    unpacked: view.getUint32(at + 24, true),
    position: view.getUint32(at + 42, true),
  };
  return {
    path: new TextDecoder().decode(directory.subarray(at + DIRECTORY_ENTRY_SIZE, nameEnd)),
    entry: withZip64(entry, directory.subarray(nameEnd, extraEnd)),
    next: extraEnd + view.getUint16(at + 32, true),
  };
}

/** Maps path → entry. @throws UnreadableFile when there are too many, or they are too large when they are unpacked */
function readDirectory(source: Source, most: ArchiveLimits): Map<string, Entry> {
  const { entries, size, position } = findDirectory(source);
  if (entries > most.entries || size > most.directory)
    throw new UnreadableFile(`The file must not hold more than ${most.entries} parts`);
  const directory = bytesAt(source, position, size);
  const found = new Map<string, Entry>();
  let at = 0;
  let unpacked = 0;
  for (let count = 0; count < entries; count++) {
    const { path, entry, next } = entryAt(directory, at);
    found.set(path, entry);
    at = next;
    unpacked += entry.unpacked;
  }
  if (unpacked > most.unpacked)
    throw new UnreadableFile(`The file must not be larger than ${most.unpacked} bytes when it is unpacked`);
  return found;
}

/** Returns the packed bytes of an entry, in pieces. */
function* packedPieces(source: Source, { position, packed }: Entry): Generator<[piece: Uint8Array, isLast: boolean]> {
  const view = viewOf(bytesAt(source, position, FILE_HEADER_SIZE));
  if (view.getUint32(0, true) !== FILE_HEADER) throw damaged();
  const start = position + FILE_HEADER_SIZE + view.getUint16(26, true) + view.getUint16(28, true);
  if (packed === 0) yield [new Uint8Array(), true];
  for (let read = 0; read < packed; read += PIECE) {
    const length = Math.min(PIECE, packed - read);
    yield [bytesAt(source, start + read, length), read + length === packed];
  }
}

/** Makes the unpacker of the bytes that are written to it. @throws UnreadableFile for an unknown method */
function unpackerOf(
  method: number,
  receive: (bytes: Uint8Array) => void,
): (bytes: Uint8Array, isLast: boolean) => void {
  if (method === STORED) return receive;
  if (method !== DEFLATED) throw new UnreadableFile("The file is packed in a way that is not supported");
  const inflate = new (fflate().Inflate)(receive);
  return (bytes, isLast) => {
    try {
      inflate.push(bytes, isLast);
    } catch (error) {
      // The library's own errors have a number.
      throw typeof (error as { code?: unknown }).code === "number" ? damaged() : error;
    }
  };
}

/** Reads an entry. @param spend called with the number of bytes that are unpacked; it may refuse more */
function readEntry(
  source: Source,
  entry: Entry,
  spend: (bytes: number) => void,
  receive: (bytes: Uint8Array) => boolean,
): void {
  let size = 0;
  let crc = 0;
  let wanted = true;
  const unpack = unpackerOf(entry.method, (bytes) => {
    size += bytes.length;
    if (size > entry.unpacked) throw damaged();
    spend(bytes.length);
    crc = crc32(bytes, crc);
    if (wanted) wanted = receive(bytes);
  });
  for (const [piece, isLast] of packedPieces(source, entry)) {
    unpack(piece, isLast);
    if (!wanted) return;
  }
  if (size !== entry.unpacked || crc !== entry.crc) throw damaged();
}

/**
 * The number of times that the whole archive may be unpacked, give or take some bytes: many names may lead to one
 * file.
 */
const MAX_TIMES = 4;
const SOME_BYTES = 1024 * 1024;

/** Opens an archive. @throws UnreadableFile when it is none, or larger than it may be */
export function openArchive(source: Source, limits: ArchiveLimits = WORKBOOK): Archive {
  const entries = readDirectory(source, limits);
  const size = entries.values().reduce((sum, { unpacked }) => sum + unpacked, 0);
  let left = MAX_TIMES * size + SOME_BYTES;
  const spend = (bytes: number) => {
    left -= bytes;
    if (left < 0) throw new UnreadableFile("The file refers to the same parts too often");
  };
  return {
    unpacked: size,
    paths: [...entries.keys()],
    has: (path) => entries.has(path),
    read(path, receive) {
      const entry = entries.get(path);
      if (!entry) throw new UnreadableFile(`The file lacks the part ${path}`);
      readEntry(source, entry, spend, receive);
    },
  };
}
