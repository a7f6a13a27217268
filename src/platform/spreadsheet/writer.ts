/** Writes XLSX workbooks of several sheets (ECMA-376) piece by piece. Texts stand in their cells: none can become a formula. */
import { archiveWriter, type FileWriter } from "../archive/writer";
import type { Cell } from "./cells";

/** A sheet as it is written: its rows one after the other. */
export type SheetWriter = { row(cells: readonly (Cell | null)[]): void; end(): void };

/** A workbook as it is written: its sheets one after the other. */
export type WorkbookWriter = { sheet(name: string): SheetWriter; end(): void };

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const DOCUMENT = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

/** Letters that are written at once. */
const PIECE = 64 * 1024;

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const SIGNS = /[&<>"]/;
/** Most texts have no such sign, and looking for one is several times as fast as replacing. */
const escaped = (text: string) =>
  SIGNS.test(text) ? text.replace(/[&<>"]/g, (sign) => entities[sign] as string) : text;

/** The letters of a column, counted from 0. */
const columnName = (column: number): string =>
  (column < 26 ? "" : columnName(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));

/** The letters of the columns of a sheet, which each of its rows has. */
const columnNames: string[] = [];

function cellXml(cell: Cell, column: number, row: number): string {
  columnNames[column] ??= columnName(column);
  const place = columnNames[column] + row;
  if (typeof cell === "number") return `<c r="${place}"><v>${cell}</v></c>`;
  if (typeof cell === "boolean") return `<c r="${place}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
}

function rowXml(cells: readonly (Cell | null)[], row: number): string {
  let xml = `<row r="${row}">`;
  for (let column = 0; column < cells.length; column++) {
    const cell = cells[column] ?? null;
    if (cell !== null) xml += cellXml(cell, column, row);
  }
  return `${xml}</row>`;
}

function sheetWriter(file: FileWriter): SheetWriter {
  const encoder = new TextEncoder();
  let xml = `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>`;
  let rows = 0;
  function flush(): void {
    file.write(encoder.encode(xml));
    xml = "";
  }
  return {
    row(cells) {
      xml += rowXml(cells, ++rows);
      if (xml.length >= PIECE) flush();
    },
    end() {
      xml += "</sheetData></worksheet>";
      flush();
      file.end();
    },
  };
}

const relationship = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${DOCUMENT}/${type}" Target="${target}"/>`;
const relationships = (content: string) =>
  `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${content}</Relationships>`;

/**
 * Writes a workbook. Texts must be free of what XML can't hold, and at most 32,767 letters long.
 * @param receive is given its bytes
 */
export function workbookWriter(receive: (bytes: Uint8Array) => void): WorkbookWriter {
  const archive = archiveWriter(receive);
  const names: string[] = [];
  const each = (xmlOf: (number: number, name: string) => string) =>
    names.map((name, at) => xmlOf(at + 1, name)).join("");

  return {
    sheet(name) {
      const number = names.push(name.slice(0, 31));
      return sheetWriter(archive.file(`xl/worksheets/sheet${number}.xml`));
    },
    end() {
      const sheets = each((n, name) => `<sheet name="${escaped(name)}" sheetId="${n}" r:id="rId${n}"/>`);
      const parts = each(
        (n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${TYPE}.worksheet+xml"/>`,
      );
      archive.add(
        "xl/workbook.xml",
        `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets>${sheets}</sheets></workbook>`,
      );
      archive.add(
        "xl/_rels/workbook.xml.rels",
        relationships(each((n) => relationship(`rId${n}`, "worksheet", `worksheets/sheet${n}.xml`))),
      );
      archive.add("_rels/.rels", relationships(relationship("rId1", "officeDocument", "xl/workbook.xml")));
      archive.add(
        "[Content_Types].xml",
        `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>${parts}</Types>`,
      );
      archive.end();
    },
  };
}
