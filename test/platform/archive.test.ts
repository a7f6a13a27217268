/** Archives as they are written: whatever is read of them is what was written. */
import { expect, test } from "bun:test";
import { unzipSync } from "fflate";
import { archiveWriter } from "../../src/platform/archive/writer";
import { randomOf } from "../support/workbooks";

const BLOCK = 256 * 1024;
/** Sizes of files around the seams between blocks that are compressed at once. */
const SIZES = [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK];

const contentOf = (size: number) => {
  const random = randomOf(size + 1);
  return Uint8Array.from({ length: size }, () => random(40));
};

/** Writes files in pieces of 100,000 bytes. */
function archived(files: Record<string, Uint8Array>, isPacked: boolean): Uint8Array {
  const written: Uint8Array[] = [];
  const archive = archiveWriter((bytes) => written.push(bytes));
  for (const [path, content] of Object.entries(files)) {
    const file = archive.file(path, isPacked);
    for (let at = 0; at < content.length; at += 100_000) file.write(content.subarray(at, at + 100_000));
    file.end();
  }
  archive.end();
  return Buffer.concat(written);
}

test.each([false, true])("files of any size are read as they were written, stored as they are: %p", (isPacked) => {
  const files = Object.fromEntries(SIZES.map((size) => [`file-${size}`, contentOf(size)]));
  const bytes = archived(files, isPacked);
  expect(unzipSync(bytes)).toEqual(files);
  const size = SIZES.reduce((sum, each) => sum + each, 0);
  expect(bytes.length < size).toBe(!isPacked);
});
