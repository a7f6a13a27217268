import { expect, test } from "bun:test";
import { join } from "node:path";
import { networkOf, remoteFileSystem } from "../../src/platform/filesystem";
import { newFolder } from "../support/scratch";

test.each([
  { type: 0x6969, is: "NFS" },
  { type: 0xff534d42, is: "CIFS" },
  // The same number, as a system reports it that counts with signs.
  { type: 0xff534d42 | 0, is: "CIFS" },
  { type: 0xfe534d42, is: "SMB" },
  { type: 0x01021997, is: "9p" },
  { type: 0x65735546, is: "FUSE" },
  { type: 0xef53, is: undefined },
  { type: 0x01021994, is: undefined },
])("the file system of number $type is $is", ({ type, is }) => {
  expect(remoteFileSystem(type)).toBe(is);
});

test("a file that is yet to come lies where its nearest folder does", () => {
  expect(networkOf(join(newFolder(), "not", "yet", "stoa.db"))).toBeUndefined();
});
