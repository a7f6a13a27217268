/** Files that are read from wherever they are kept. */

/** A file of which any part can be read. */
export type Source = {
  /** In bytes. */
  size: number;
  /** The bytes from a position on, which are all there. */
  read(position: number, length: number): Uint8Array;
};

/** A file that can't be read; the message is a sentence for whoever sent it. */
export class UnreadableFile extends Error {}
