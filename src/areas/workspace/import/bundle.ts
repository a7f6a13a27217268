/** An uploaded bundle: its manifest, the rows of its sheets, and its assets. */
import type { Cell } from "../../../core/sheets/cells";
import type { Row } from "../../../core/sheets/row";
import type { AssetReader } from "../../../core/sheets/sheet";
import { type Archive, type ArchiveLimits, openArchive, readWhole } from "../../../platform/archive/reader";
import { inMemory, type Source, UnreadableFile } from "../../../platform/archive/source";
import { openWorkbook } from "../../../platform/spreadsheet/workbook";
import { overflowOf } from "../bundle/overflow";

/** A bundle. */
export type Bundle = {
  /** The version of its format; empty when it names none. */
  formatVersion: string;
  sourceUrl: string | null;
  /** Reads the rows of some sheets one after the other, with the texts that are assets in their cells. */
  rows(sheets: readonly string[], receive: (sheet: string, row: Row) => void): void;
  assets: AssetReader;
};

const MB = 1024 * 1024;
const LIMITS: ArchiveLimits = { entries: 60_000, unpacked: 4_096 * MB, directory: 32 * MB };
const WORKBOOK: ArchiveLimits = { entries: 200, unpacked: 1_024 * MB, directory: MB };
/** Bytes of the workbook, of a text that is an asset, and of the manifest. */
const MAX_WORKBOOK = 256 * MB;
const MAX_TEXT = 32 * MB;
const MAX_MANIFEST = 8 * MB;
/** The greatest ratio of the content to its archive; small archives may hold anything. */
const MAX_RATIO = 200;
const SMALL = 64 * MB;

const MANIFEST = "manifest.json";
const WORKSPACE = "workspace.xlsx";

/** Reads the manifest; an empty one when there is none. @throws UnreadableFile when it is no JSON */
function readManifest(archive: Archive): Record<string, unknown> {
  if (!archive.has(MANIFEST)) return {};
  try {
    const manifest: unknown = JSON.parse(new TextDecoder().decode(readWhole(archive, MANIFEST, MAX_MANIFEST)));
    if (typeof manifest === "object" && manifest !== null) return manifest as Record<string, unknown>;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new UnreadableFile(`${MANIFEST} is not a JSON object`);
}

/** @throws UnreadableFile when an archive holds absurdly much for its size */
function requireSaneRatio(archive: Archive, size: number): void {
  if (archive.unpacked > Math.max(SMALL, MAX_RATIO * size))
    throw new UnreadableFile(`The bundle must not be packed to less than a ${MAX_RATIO}th of its content`);
}

const textIn = (value: unknown) => (typeof value === "string" || typeof value === "number" ? String(value) : "");

/** Reads the assets of a bundle. */
const assetsIn = (archive: Archive): AssetReader => ({
  has: (path) => archive.has(`assets/${path}`),
  text: (path) =>
    archive.has(`assets/${path}`)
      ? new TextDecoder("utf-8", { ignoreBOM: true }).decode(readWhole(archive, `assets/${path}`, MAX_TEXT))
      : null,
  read: (path, receive) =>
    archive.read(`assets/${path}`, (bytes) => {
      receive(bytes);
      return true;
    }),
});

/** Opens a bundle. @throws UnreadableFile */
export function openBundle(source: Source): Bundle {
  const archive = openArchive(source, LIMITS);
  requireSaneRatio(archive, source.size);
  const manifest = readManifest(archive);
  const assets = assetsIn(archive);

  function restored(cell: Cell | undefined): Cell | null {
    const path = overflowOf(cell);
    return path === undefined ? (cell ?? null) : assets.text(path);
  }

  return {
    formatVersion: textIn(manifest["format_version"]),
    sourceUrl: textIn(manifest["source_url"]) || null,
    assets,
    rows(sheets, receive) {
      const workbook = openWorkbook(inMemory(readWhole(archive, WORKSPACE, MAX_WORKBOOK)), WORKBOOK);
      for (const sheet of sheets.filter((name) => workbook.sheets.includes(name))) {
        let headers: [column: number, header: string][] | undefined;
        workbook.rows(sheet, ({ number, cells }) => {
          if (headers) {
            const row = new Map(headers.map(([column, header]) => [header, restored(cells.get(column))]));
            if (row.values().some((cell) => cell !== null)) receive(sheet, { number, cells: row });
          } else headers = [...cells].map(([column, header]) => [column, String(header).trim()]);
          return true;
        });
      }
    },
  };
}
