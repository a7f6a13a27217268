/** Commands that run another command with less than it would have: see `through` of the executable. */

/** Without the right of the superuser to write where others may not. Changes nothing for anybody else. */
export const unprivileged: string[] =
  process.getuid?.() === 0 ? ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] : [];

/**
 * With a disk on which no file can grow beyond so many KiB: writing more fails, as on a full disk.
 * The shell counts in blocks of 512 bytes.
 */
export const limitedFiles = (kibibytes: number): string[] => [
  "sh",
  "-c",
  `trap "" XFSZ; ulimit -f ${kibibytes * 2}; exec "$0" "$@"`,
];
