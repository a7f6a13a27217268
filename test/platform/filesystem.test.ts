import { expect, test } from "bun:test";
import { join } from "node:path";
import { networkOf, remoteFileSystem, remoteMount, remoteShare } from "../../src/platform/filesystem";
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

const mounts = `/dev/disk3s1s1 on / (apfs, sealed, local, read-only, journaled)
devfs on /dev (devfs, local, nobrowse)
/dev/disk3s5 on /System/Volumes/Data (apfs, local, journaled, nobrowse, protect)
map auto_home on /System/Volumes/Data/home (autofs, automounted, nobrowse)
//ada@files/plans on /Volumes/plans (smbfs, nodev, nosuid, mounted by ada)
//ada@files/old on /Volumes/plans (old) on a share (smbfs, nodev, nosuid, mounted by ada)
files:/export on /Volumes/export (nfs, nodev, nosuid)
/dev/disk5s1 on /Volumes/export/stick (msdos, local, nodev, nosuid, noowners)
`;

test.each([
  ["/", undefined],
  ["/Users/ada/stoa", undefined],
  ["/System/Volumes/Data", undefined],
  ["/Volumes/plans", "SMB"],
  ["/Volumes/plans/architecture", "SMB"],
  ["/Volumes/plans (old) on a share/data", "SMB"],
  ["/Volumes/plans of mine", undefined],
  ["/Volumes/export/data", "NFS"],
  ["/Volumes/export/stick/data", undefined],
])("the remote file system of the macOS folder %s is %p", (folder, expected) => {
  expect(remoteMount(mounts, folder)).toBe(expected as undefined);
});

test("a list of mounts that can't be read is ignored", () => {
  expect(remoteMount("", "/Users/ada")).toBeUndefined();
  expect(remoteMount("mount: command not found\n", "/Users/ada")).toBeUndefined();
});

test.each([
  ["C:\\stoa\\data", false],
  ["\\\\?\\C:\\stoa", false],
  ["\\\\.\\C:\\stoa", false],
  ["\\\\files\\plans", true],
  ["\\\\?\\UNC\\files\\plans", true],
  ["\\\\10.0.0.5\\plans\\data", true],
])("the Windows folder %s belongs to another machine: %p", (folder, expected) => {
  expect(remoteShare(folder) !== undefined).toBe(expected);
});

test("a file that doesn't exist yet belongs to the file system of its nearest existing folder", () => {
  expect(networkOf(join(newFolder(), "not", "yet", "stoa.db"))).toBeUndefined();
});
