/** Files that are read from wherever they are stored. */

/** A file of which any part can be read. */
export type Source = {
  /** In bytes. */
  size: number;
  /** The bytes from a position on, which are all there. */
  read(position: number, length: number): Uint8Array;
};

/** Returns bytes that are in memory as such a file. */
export const inMemory = (bytes: Uint8Array): Source => ({
  size: bytes.length,
  read: (position, length) => bytes.subarray(position, position + length),
});

/** A file that can't be read; the message is a sentence for the user who sent it. */
export class UnreadableFile extends Error {}
