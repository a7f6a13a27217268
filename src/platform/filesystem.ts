/** Detection of network file systems. */
import { existsSync, realpathSync, statfsSync } from "node:fs";
import { dirname } from "node:path";

/** Linux's numbers of file systems whose locks may not work between machines. */
const remote: Record<number, string> = {
  26985: "NFS",
  20859: "SMB",
  4266872130: "SMB",
  4283649346: "CIFS",
  16914839: "9p",
  1702057286: "FUSE",
  1397113167: "AFS",
  1799439955: "AFS",
  12805120: "Ceph",
  198183888: "Lustre",
  18225520: "GFS2",
  1952539503: "OCFS2",
  1937076805: "Coda",
  22092: "NCP",
  2020557398: "a shared folder of VirtualBox",
  3133910204: "a shared folder of VMware",
};

/** Returns the network file system with one of Linux's numbers; undefined for a local one. */
export const remoteFileSystem = (type: number): string | undefined => remote[type >>> 0];

/** macOS's names of such file systems. */
const remoteOnMac: Record<string, string> = {
  nfs: "NFS",
  smbfs: "SMB",
  cifs: "CIFS",
  afpfs: "AFP",
  webdav: "WebDAV",
  ftp: "FTP",
  macfuse: "FUSE",
  osxfuse: "FUSE",
};

/** A line of macOS's `mount`: `//me@host/share on /Volumes/share (smbfs, nodev, nosuid)`. */
const mountLine = / on (\/.*) \((\w+)[,)]/;

/**
 * Returns the network file system of a folder according to `mounts`, the output of macOS's `mount`; undefined for a local
 * one.
 */
export function remoteMount(mounts: string, folder: string): string | undefined {
  const enclosing = mounts
    .split("\n")
    .map((line) => line.match(mountLine)?.slice(1) ?? ["", ""])
    .filter(([point = ""]) => point !== "" && `${folder}/`.startsWith(point === "/" ? point : `${point}/`));
  const [, type] = enclosing.toSorted(([one = ""], [other = ""]) => one.length - other.length).at(-1) ?? [];
  return remoteOnMac[type ?? ""];
}

/** Checks whether a resolved path of Windows is on another machine. */
export const remoteShare = (folder: string): string | undefined =>
  /^\\\\(?:\?\\UNC\\|(?![?.]\\))/i.test(folder) ? "a share of another machine" : undefined;

/** Platform → how it is detected. */
const detectors: Partial<Record<NodeJS.Platform, (folder: string) => string | undefined>> = {
  linux: (folder) => remoteFileSystem(statfsSync(folder).type),
  darwin: (folder) => remoteMount(Bun.spawnSync(["/sbin/mount"]).stdout.toString(), folder),
  win32: remoteShare,
};

/**
 * Returns the network file system of a file that may not exist yet; undefined for a local one, or when it can't be
 * detected.
 */
export function networkOf(file: string): string | undefined {
  let existing = file;
  while (!existsSync(existing) && dirname(existing) !== existing) existing = dirname(existing);
  try {
    return detectors[process.platform]?.(realpathSync.native(existing));
  } catch {
    return undefined;
  }
}
