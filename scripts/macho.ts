/** Executables of macOS (the Mach-O format, 64 bits, little endian). */
import { closeSync, openSync, readFileSync, truncateSync, writeSync } from "node:fs";

const MAGIC = 0xfeedfacf;
const CODE_SIGNATURE = 0x1d;
const SEGMENT = 0x19;
const HEADER = 32;

/**
 * Takes the signature off an executable. Bun signs anew what it makes for Apple's own processors. An executable
 * for Intel's keeps the signature of the binary that it was made from, which doesn't fit any more, and macOS may
 * refuse to run it. Without a signature it runs.
 * @throws when the file is no such executable, or its signature is not the last thing in it
 */
export function stripSignature(file: string): void {
  const bytes = readFileSync(file);
  if (bytes.readUInt32LE(0) !== MAGIC) throw new Error(`${file} is no executable of macOS.`);
  const commands = loadCommands(bytes);
  const signature = commands.at(-1);
  if (signature?.kind !== CODE_SIGNATURE) return;
  const start = bytes.readUInt32LE(signature.at + 8);
  const linkedit = commands.find(
    ({ kind, at }) => kind === SEGMENT && bytes.toString("latin1", at + 8, at + 18) === "__LINKEDIT",
  );
  if (!linkedit || start + bytes.readUInt32LE(signature.at + 12) !== bytes.length)
    throw new Error(`${file} has its signature in an unexpected place.`);
  const head = bytes.subarray(0, HEADER + bytes.readUInt32LE(20));
  head.writeUInt32LE(commands.length - 1, 16);
  head.writeUInt32LE(head.readUInt32LE(20) - signature.size, 20);
  head.fill(0, signature.at, signature.at + signature.size);
  // The segment that held it ends where it began.
  head.writeBigUInt64LE(BigInt(start) - head.readBigUInt64LE(linkedit.at + 40), linkedit.at + 48);
  const descriptor = openSync(file, "r+");
  writeSync(descriptor, head, 0, head.length, 0);
  closeSync(descriptor);
  truncateSync(file, start);
}

/** Returns the load commands of an executable: kind, offset and length. */
function loadCommands(bytes: Buffer): { kind: number; at: number; size: number }[] {
  const commands = [];
  let at = HEADER;
  for (let left = bytes.readUInt32LE(16); left > 0; left--) {
    const size = bytes.readUInt32LE(at + 4);
    commands.push({ kind: bytes.readUInt32LE(at), at, size });
    at += size;
  }
  return commands;
}
