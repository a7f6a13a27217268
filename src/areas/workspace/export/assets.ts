/** The assets of an export: texts that no cell can hold, and contents that follow the workbook. */
import type { ReadConnection } from "../../../../db/read-connection";
import type { Cell } from "../../../core/sheets/cells";
import type { AssetWriter } from "../../../core/sheets/sheet";
import type { ArchiveWriter } from "../../../platform/archive/writer";
import { fitsCell, overflowCell, overflowPath } from "../bundle/overflow";

/** The function that reads the content of an asset, in pieces. */
type Content = (connection: ReadConnection) => Iterable<Uint8Array>;

/** The assets of an export: found while the workbook is written, and written after it. */
export type Assets = AssetWriter & {
  /** Writes all assets; pauses each time that something is written. */
  write(archive: ArchiveWriter): Generator<void>;
  /** The paths of all assets, in order. */
  paths(): string[];
};

/** Collects the assets of an export. */
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
    create(path, content) {
      contents.set(path, content);
      return path;
    },
    write,
    paths: () => [...contents.keys()].toSorted(),
  };
}
