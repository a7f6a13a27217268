/**
 * Reads XLSX workbooks (ECMA-376) in bounded memory, sheet by sheet and row by row, without ever waiting: a thread may read
 * one in the middle of a transaction.
 */
import { type Archive, type ArchiveLimits, openArchive } from "../archive/reader";
import { type Source, UnreadableFile } from "../archive/source";
import { readDateStyles, readPart, readSharedTexts } from "./cells";
import { type CellContext, readSheet, type SheetRow } from "./sheet";

export type { Cell } from "./cells";
export type { SheetRow } from "./sheet";

/** A workbook. */
export type Workbook = {
  /** The names of its sheets, in their order. */
  sheets: readonly string[];
  /**
   * Reads the rows of a sheet that are not empty.
   * @param receive returns `false` when that is enough
   * @throws UnreadableFile
   */
  rows(sheet: string, receive: (row: SheetRow) => boolean): void;
};

const MAX_SHEETS = 500;

/** A reference of a part: the end of its type, and the path of what it leads to. */
type Reference = { id: string; type: string; path: string };

/** Returns the path that a reference leads to from a folder. */
function resolve(folder: string, target: string): string {
  const parts = target.startsWith("/") ? [] : folder.split("/");
  for (const part of target.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.filter(Boolean).join("/");
}

/** Returns the references of the part with a path; none when it has none. */
function referencesOf(archive: Archive, path: string): Reference[] {
  const slash = path.lastIndexOf("/");
  const folder = path.slice(0, Math.max(slash, 0));
  const file = resolve(folder, `_rels/${path.slice(slash + 1)}.rels`);
  if (!archive.has(file)) return [];
  const references: Reference[] = [];
  readPart(archive, file, {
    open(name, { Id = "", Type = "", Target = "" }) {
      if (name !== "Relationship") return;
      references.push({ id: Id, type: Type.slice(Type.lastIndexOf("/") + 1), path: resolve(folder, Target) });
    },
  });
  return references;
}

/** Reads the sheets of a workbook, with the ids of their references, and how it counts days. */
function readOutline(archive: Archive, path: string): { sheets: [name: string, id: string][]; epoch: 1900 | 1904 } {
  const sheets: [string, string][] = [];
  let epoch: 1900 | 1904 = 1900;
  readPart(archive, path, {
    open(name, attributes) {
      if (name === "workbookPr" && ["1", "true"].includes(attributes["date1904"] ?? "")) epoch = 1904;
      if (name !== "sheet") return;
      const id = Object.entries(attributes).find(([attribute]) => attribute.endsWith(":id"))?.[1];
      if (sheets.push([attributes["name"] ?? "", id ?? ""]) > MAX_SHEETS)
        throw new UnreadableFile(`The workbook must not have more than ${MAX_SHEETS} sheets`);
    },
  });
  return { sheets, epoch };
}

/** Opens a workbook. @throws UnreadableFile when it is none, or exceeds the limits */
export function openWorkbook(source: Source, limits?: ArchiveLimits): Workbook {
  const archive = openArchive(source, limits);
  const [root] = referencesOf(archive, "").filter(({ type }) => type === "officeDocument");
  if (!root) throw new UnreadableFile("The file is not a workbook");
  const { sheets, epoch } = readOutline(archive, root.path);
  const references = referencesOf(archive, root.path);
  const pathOf = (kind: string) => references.find(({ type }) => type === kind)?.path;
  const texts = pathOf("sharedStrings");
  const styles = pathOf("styles");
  const context: CellContext = {
    sharedTexts: texts ? readSharedTexts(archive, texts) : [],
    dateStyles: styles ? readDateStyles(archive, styles) : [],
    epoch,
  };
  const worksheets = new Map(
    references.filter(({ type }) => type === "worksheet").map(({ id, path }) => [id, path] as const),
  );
  const paths = new Map(
    sheets.flatMap(([name, id]) => (worksheets.has(id) ? [[name, worksheets.get(id)]] : [])) as [string, string][],
  );
  return {
    sheets: [...paths.keys()],
    rows: (sheet, receive) => readSheet(archive, paths.get(sheet) ?? "", context, receive),
  };
}
