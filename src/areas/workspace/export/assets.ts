/** The assets of an export, as they are found: texts that no cell can carry, and contents that follow the workbook. */
import type { ReadConnection } from "../../../../db/read-connection";
import type { ArchiveWriter } from "../../../platform/archive/writer";
import { type Cell, fitsCell, overflowCell, overflowPath } from "../bundle/cells";

/** Reads the content of an asset, in pieces. */
type Content = (connection: ReadConnection) => Iterable<Uint8Array>;

/** The assets of an export. */
export type Assets = {
  /** The cell of a text. */
  cellOf(text: string): Cell;
  /** Adds an asset, and gives its path. */
  add(path: string, content: Content): string;
  /** Writes all assets; ends each time that something is written. */
  write(archive: ArchiveWriter): Generator<void>;
  /** The paths of all assets, in order. */
  paths(): string[];
};

/** Collects assets. */
export function collectAssets(connection: ReadConnection): Assets {
  const contents = new Map<string, Content>();
  const encoder = new TextEncoder();

  function cellOf(text: string): Cell {
    if (fitsCell(text)) return text;
    const path = overflowPath(text);
    if (!contents.has(path)) contents.set(path, () => [encoder.encode(text)]);
    return overflowCell(path);
  }

  function* write(archive: ArchiveWriter): Generator<void> {
    for (const [path, content] of contents) {
      const file = archive.file(`assets/${path}`);
      for (const piece of content(connection)) {
        file.write(piece);
        yield;
      }
      file.end();
      yield;
    }
  }

  return {
    cellOf,
    add(path, content) {
      contents.set(path, content);
      return path;
    },
    write,
    paths: () => [...contents.keys()].toSorted(),
  };
}
