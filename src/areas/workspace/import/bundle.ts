/** An uploaded bundle: its manifest, the rows of its sheets, and its assets. */
import { type Archive, type ArchiveLimits, openArchive, readWhole } from "../../../platform/archive/reader";
import { inMemory, type Source, UnreadableFile } from "../../../platform/archive/source";
import { openWorkbook, type Workbook } from "../../../platform/spreadsheet/workbook";
import { type Cell, overflowOf } from "../bundle/cells";

/** A row of a sheet: its number, and its cells by their headers; an empty cell is null. */
export type Row = { number: number; cells: ReadonlyMap<string, Cell | null> };

/** A bundle. */
export type Bundle = {
  /** The version of its form; empty when it names none. */
  formatVersion: string;
  sourceUrl: string | null;
  /** The rows of a sheet, texts that are assets put in; none when there is no such sheet. */
  rows(sheet: string): Row[];
  hasAsset(path: string): boolean;
  /** Reads an asset. @param receive is given its bytes, which are overwritten afterwards */
  readAsset(path: string, receive: (bytes: Uint8Array) => void): void;
  /** The text of an asset; null when there is none. */
  textOf(path: string): string | null;
};

const MB = 1024 * 1024;
const LIMITS: ArchiveLimits = { entries: 60_000, unpacked: 4_096 * MB, directory: 32 * MB };
const WORKBOOK: ArchiveLimits = { entries: 200, unpacked: 1_024 * MB, directory: MB };
/** The workbook, and a text that is an asset. */
const LARGEST_WORKBOOK = 256 * MB;
const LARGEST_TEXT = 32 * MB;
const LARGEST_MANIFEST = 8 * MB;
/** How many times as large as its archive the content may be; small archives may hold anything. */
const HIGHEST_RATIO = 200;
const ANY = 64 * MB;

const MANIFEST = "manifest.json";
const WORKSPACE = "workspace.xlsx";

/** The manifest; an empty one when there is none. @throws UnreadableFile when it is no JSON */
function readManifest(archive: Archive): Record<string, unknown> {
  if (!archive.has(MANIFEST)) return {};
  try {
    const manifest: unknown = JSON.parse(new TextDecoder().decode(readWhole(archive, MANIFEST, LARGEST_MANIFEST)));
    if (typeof manifest === "object" && manifest !== null) return manifest as Record<string, unknown>;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new UnreadableFile(`${MANIFEST} is not a JSON object`);
}

/** The rows of a sheet. @param restore gives the value of a cell */
function readRows(workbook: Workbook, sheet: string, restore: (cell: Cell | undefined) => Cell | null): Row[] {
  const rows: Row[] = [];
  let headers: [column: number, header: string][] | undefined;
  workbook.rows(sheet, ({ number, cells }) => {
    if (headers)
      rows.push({ number, cells: new Map(headers.map(([column, header]) => [header, restore(cells.get(column))])) });
    else headers = [...cells].map(([column, header]) => [column, String(header).trim()]);
    return true;
  });
  return rows.filter(({ cells }) => cells.values().some((cell) => cell !== null));
}

/** @throws UnreadableFile when an archive holds absurdly much for its size */
function requireSaneRatio(archive: Archive, size: number): void {
  if (archive.unpacked > Math.max(ANY, HIGHEST_RATIO * size))
    throw new UnreadableFile(`The bundle must not be packed to less than a ${HIGHEST_RATIO}th of its content`);
}

const textIn = (value: unknown) => (typeof value === "string" || typeof value === "number" ? String(value) : "");

/** Opens a bundle. @throws UnreadableFile */
export function openBundle(source: Source): Bundle {
  const archive = openArchive(source, LIMITS);
  requireSaneRatio(archive, source.size);
  const manifest = readManifest(archive);
  let workbook: Workbook | undefined;
  const hasAsset = (path: string) => archive.has(`assets/${path}`);
  const textOf = (path: string) =>
    hasAsset(path)
      ? new TextDecoder("utf-8", { ignoreBOM: true }).decode(readWhole(archive, `assets/${path}`, LARGEST_TEXT))
      : null;

  function restore(cell: Cell | undefined): Cell | null {
    const path = overflowOf(cell);
    return path === undefined ? (cell ?? null) : textOf(path);
  }

  return {
    formatVersion: textIn(manifest["format_version"]),
    sourceUrl: textIn(manifest["source_url"]) || null,
    rows(sheet) {
      workbook ??= openWorkbook(inMemory(readWhole(archive, WORKSPACE, LARGEST_WORKBOOK)), WORKBOOK);
      return workbook.sheets.includes(sheet) ? readRows(workbook, sheet, restore) : [];
    },
    hasAsset,
    readAsset: (path, receive) =>
      archive.read(`assets/${path}`, (bytes) => {
        receive(bytes);
        return true;
      }),
    textOf,
  };
}
