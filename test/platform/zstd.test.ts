/** Files that are packed in blocks. */
import { expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isPacked, packFile, readNote, unpackFile } from "../../src/platform/archive/zstd";
import { newFolder } from "../support/scratch";

const BLOCK = 1024 * 1024;

/** Packs a content. @returns the packed file, and a file to unpack it into */
function packed(content: Uint8Array): { file: string; into: string } {
  const folder = newFolder();
  const [from, file, into] = ["from", "packed", "into"].map((name) => join(folder, name)) as [string, string, string];
  for (const path of [file, into]) writeFileSync(path, "");
  writeFileSync(from, content);
  packFile(from, file, '{"note":"für 東京"}');
  return { file, into };
}

test.each([0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK + 7])("a file of %d bytes is unpacked as it was", (size) => {
  const content = randomBytes(size);
  const { file, into } = packed(content);
  unpackFile(file, into);
  expect(readFileSync(into).equals(content)).toBe(true);
  expect(readNote(file)).toBe('{"note":"für 東京"}');
});

test("a packed file is unpacked by any program for zstd", () => {
  const content = Buffer.from("all work and no play ".repeat(100_000));
  const { file } = packed(content);
  expect(Buffer.from(Bun.zstdDecompressSync(readFileSync(file))).equals(content)).toBe(true);
});

test("a packed file that is torn anywhere is refused", () => {
  const { file, into } = packed(randomBytes(BLOCK + 100));
  const whole = readFileSync(file);
  for (const length of [0, 7, 8, 20, 1_000, BLOCK, whole.length - 40, whole.length - 1]) {
    writeFileSync(file, whole.subarray(0, length));
    expect(() => unpackFile(file, into)).toThrow(/torn|damaged|no backup/);
  }
});

test("a packed file with a changed byte is refused", () => {
  const { file, into } = packed(Buffer.from("the same again ".repeat(20_000)));
  const whole = readFileSync(file);
  for (let at = 8 + Buffer.byteLength(readNote(file)); at < whole.length; at += 3) {
    const changed = Buffer.from(whole);
    changed[at] = changed[at]! ^ 0x55;
    writeFileSync(file, changed);
    expect(() => unpackFile(file, into)).toThrow(/torn|damaged/);
  }
});

test("a text and an empty file are no packed files", () => {
  const file = join(newFolder(), "text");
  for (const text of ["", "a text that is longer than the head of a frame"]) {
    writeFileSync(file, text);
    expect(isPacked(file)).toBe(false);
  }
});
