/** Writes zip archives piece by piece, so that none is ever in memory as a whole. */
import { deflate } from "./deflate";

/** A file of an archive as it is written. */
export type FileWriter = { write(bytes: Uint8Array): void; end(): void };

/** An archive as it is written: its files one after the other. */
export type ArchiveWriter = {
  file(path: string): FileWriter;
  /** Writes a file whose content is there already. */
  add(path: string, content: Uint8Array | string): void;
  end(): void;
};

/** Writes an archive. @param receive is given its bytes */
export function archiveWriter(receive: (bytes: Uint8Array) => void): ArchiveWriter {
  const { Zip, ZipDeflate } = deflate();
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    receive(bytes);
  });

  function file(path: string): FileWriter {
    const entry = new ZipDeflate(path);
    zip.add(entry);
    return { write: (bytes) => entry.push(bytes), end: () => entry.push(new Uint8Array(), true) };
  }

  return {
    file,
    add(path, content) {
      const entry = file(path);
      entry.write(typeof content === "string" ? new TextEncoder().encode(content) : content);
      entry.end();
    },
    end: () => zip.end(),
  };
}
