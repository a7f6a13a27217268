/** What kind of file system a file lies on. */
import { existsSync, realpathSync, statfsSync } from "node:fs";
import { dirname } from "node:path";

/** Linux's numbers for file systems whose locks don't hold between machines, or may not. */
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

/** The name of a network file system by Linux's number; undefined for a local one. */
export const remoteFileSystem = (type: number): string | undefined => remote[type >>> 0];

/** What macOS calls such file systems. */
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
 * The network file system that a folder lies on, by what macOS's `mount` says; undefined for a local one.
 * @param mounts its output, a line for each file system
 */
export function remoteMount(mounts: string, folder: string): string | undefined {
  const around = mounts
    .split("\n")
    .flatMap((line) => {
      const [, place, type] = line.match(mountLine) ?? [];
      return place !== undefined && type !== undefined ? [{ place, type }] : [];
    })
    .filter(({ place }) => `${folder}/`.startsWith(place === "/" ? place : `${place}/`));
  // The innermost is the one that the folder is in.
  const innermost = around.toSorted((one, other) => one.place.length - other.place.length).at(-1);
  return innermost && remoteOnMac[innermost.type];
}

/** Whether a real path of Windows, as it is behind the letter of a drive, leads to another machine. */
export const remoteShare = (folder: string): string | undefined =>
  /^\\\\(?:\?\\UNC\\|(?![?.]\\))/i.test(folder) ? "a share of another machine" : undefined;

/** How each system is asked. */
const askedOf: Partial<Record<NodeJS.Platform, (folder: string) => string | undefined>> = {
  linux: (folder) => remoteFileSystem(statfsSync(folder).type),
  darwin: (folder) => remoteMount(Bun.spawnSync(["/sbin/mount"]).stdout.toString(), folder),
  win32: remoteShare,
};

/**
 * The network file system that a file lies on, or will lie on; undefined when it is a local one, or when this system
 * doesn't tell.
 */
export function networkOf(file: string): string | undefined {
  let place = file;
  while (!existsSync(place) && dirname(place) !== place) place = dirname(place);
  try {
    return askedOf[process.platform]?.(realpathSync.native(place));
  } catch {
    return undefined;
  }
}
