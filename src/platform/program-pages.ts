/** The pages of the program in memory: its machine code, which the system reads from the executable. */
import { dlopen, FFIType } from "bun:ffi";
import { readFileSync, readlinkSync } from "node:fs";
import { log } from "./log";

/** Linux' MADV_DONTNEED: the pages are no longer needed, and come back from the file when they are used. */
const NOT_NEEDED = 4;
const MADVISE = {
  madvise: { args: [FFIType.u64, FFIType.u64, FFIType.i32], returns: FFIType.i32 },
} as const;

/** Returns the ranges of addresses with machine code. Nothing writes there, so that all of it can be read again. */
function codeRanges(): [from: bigint, to: bigint][] {
  const executable = readlinkSync("/proc/self/exe");
  return readFileSync("/proc/self/maps", "utf8")
    .split("\n")
    .filter((line) => line.includes(" r-xp ") && line.endsWith(` ${executable}`))
    .map((line) => {
      const [from, to] = (line.split(" ")[0] as string).split("-");
      return [BigInt(`0x${from}`), BigInt(`0x${to}`)];
    });
}

/**
 * Returns the pages of the machine code to the system, which has them in its cache of files as long as it has room: a server
 * that has just started, or was busy, holds some 40 MB of them, and needs half of them while it waits. It does nothing on other
 * systems than Linux.
 */
export function releaseCode(): void {
  if (process.platform !== "linux") return;
  try {
    const { symbols, close } = dlopen("libc.so.6", MADVISE);
    for (const [from, to] of codeRanges()) symbols.madvise(from, to - from, NOT_NEEDED);
    close();
  } catch (error) {
    log.debug({ exception: error }, "the pages of the program stay in memory");
  }
}
