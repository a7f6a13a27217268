/** Reads the rows of an Excel workbook in the browser; the code comes with the first file. */
import { strFromU8, unzipSync } from "fflate";

/** The only parts of a workbook that are unpacked. */
const PARTS = /^xl\/(workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|styles\.xml|worksheets\/[^/]+\.xml)$/;

/** Formats of numbers that are built in and show a day. */
const DAYS = new Set([14, 15, 16, 17, 22, 27, 30, 36, 50, 57]);
const DAY_MS = 86_400_000;
/** The day that workbooks count as 0. */
const EPOCH = Date.UTC(1899, 11, 30);

type Parts = Record<string, Document>;

const all = (of: Document | Element | undefined, name: string): Element[] =>
  of ? [...of.getElementsByTagNameNS("*", name)] : [];

const textIn = (of: Element): string =>
  all(of, "t")
    .filter(({ parentElement }) => parentElement?.localName !== "rPh")
    .map(({ textContent }) => textContent)
    .join("");

/** Returns the parts of a workbook by name. @throws when it is none */
function partsOf(bytes: Uint8Array): Parts {
  const files = unzipSync(bytes, { filter: ({ name }) => PARTS.test(name) });
  const parser = new DOMParser();
  return Object.fromEntries(
    Object.entries(files).map(([name, content]) => [name, parser.parseFromString(strFromU8(content), "text/xml")]),
  );
}

/** Returns the first sheet. @throws when there is none */
function firstSheet(parts: Parts): Document {
  const [sheet] = all(parts["xl/workbook.xml"], "sheet");
  const id = [...(sheet?.attributes ?? [])].find(({ localName, prefix }) => localName === "id" && prefix)?.value;
  const link = all(parts["xl/_rels/workbook.xml.rels"], "Relationship").find((one) => one.getAttribute("Id") === id);
  const target = link?.getAttribute("Target") ?? "worksheets/sheet1.xml";
  const found = parts[target.startsWith("/") ? target.slice(1) : `xl/${target}`];
  if (!found) throw new Error("The workbook has no sheet.");
  return found;
}

/** Returns the styles of cells that show a day, by their places. */
function dayStyles(styles: Document | undefined): ReadonlySet<number> {
  const own = new Set(
    all(styles, "numFmt")
      .filter((format) =>
        /[dy]/i.test((format.getAttribute("formatCode") ?? "").replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, "")),
      )
      .map((format) => Number(format.getAttribute("numFmtId"))),
  );
  const [list] = all(styles, "cellXfs");
  return new Set(
    all(list, "xf").flatMap((style, at) => {
      const format = Number(style.getAttribute("numFmtId"));
      return DAYS.has(format) || own.has(format) ? [at] : [];
    }),
  );
}

/** Returns the place of a column, from 0, by its letters. */
const columnOf = (reference: string): number =>
  [...(/^[A-Z]+/.exec(reference)?.[0] ?? "")].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

/** Reads the rows of the first sheet in their places, as texts; days as in 2026-12-31. @throws when the file is no workbook */
export function rowsOfWorkbook(bytes: Uint8Array): string[][] {
  const parts = partsOf(bytes);
  const sheet = firstSheet(parts);
  const shared = all(parts["xl/sharedStrings.xml"], "si").map(textIn);
  const days = dayStyles(parts["xl/styles.xml"]);
  const read = (cell: Element): string => {
    const kind = cell.getAttribute("t");
    if (kind === "inlineStr") return textIn(cell);
    const value = all(cell, "v")[0]?.textContent ?? "";
    if (kind === "s") return shared[Number(value)] ?? "";
    if (kind === "b") return value === "1" ? "true" : "false";
    if (kind || value === "" || !days.has(Number(cell.getAttribute("s")))) return value;
    return new Date(EPOCH + Number(value) * DAY_MS).toISOString().slice(0, 10);
  };
  const rows: string[][] = [];
  for (const row of all(sheet, "row")) {
    const texts: string[] = [];
    for (const cell of all(row, "c")) texts[columnOf(cell.getAttribute("r") ?? "")] = read(cell);
    const at = Number(row.getAttribute("r") ?? rows.length + 1) - 1;
    rows[at] = Array.from(texts, (text) => text ?? "");
  }
  return Array.from(rows, (row) => row ?? []);
}
