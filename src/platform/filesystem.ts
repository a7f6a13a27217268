/** What kind of file system a file lies on. */
import { existsSync, statfsSync } from "node:fs";
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

/** The name of a network file system by its number; undefined for a local one. */
export const remoteFileSystem = (type: number): string | undefined => remote[type >>> 0];

/**
 * The network file system that a file lies on, or will lie on; undefined when it is a local one, or when this system
 * doesn't tell.
 */
export function networkOf(file: string): string | undefined {
  if (process.platform !== "linux") return undefined;
  let place = file;
  while (!existsSync(place) && dirname(place) !== place) place = dirname(place);
  try {
    return remoteFileSystem(statfsSync(place).type);
  } catch {
    return undefined;
  }
}
