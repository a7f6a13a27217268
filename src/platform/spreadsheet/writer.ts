/** Writes XLSX workbooks of several sheets (ECMA-376) piece by piece. Texts stand in their cells: none can become a formula. */
import { archiveWriter, type FileWriter } from "../archive/writer";
import type { Cell } from "./cells";

/** A value that is written; a date is written as the number of its days. */
export type WrittenCell = Cell | Date | null;

/** A sheet as it is written: its rows one after the other, each of whose cells may have a style. */
export type SheetWriter = {
  row(cells: readonly WrittenCell[], styles?: readonly CellStyle[]): void;
  end(): void;
};

/** The looks of a sheet; one with widths has a first row that stays in place and filters. */
export type SheetLayout = {
  /** The widths of its columns, in letters. */
  widths: readonly number[];
};

/** A workbook as it is written: its sheets one after the other. */
export type WorkbookWriter = { sheet(name: string, layout?: SheetLayout): SheetWriter; end(): void };

/** The look of a cell's value. */
export type CellStyle = keyof typeof formats;

/** The custom formats of numbers (ECMA-376, part 1, 18.8.30) begin here. */
const CUSTOM = 164;

/** Style → the code of its numbers; null for the general one. Their order is that of the styles in the workbook. */
const formats = {
  general: null,
  head: null,
  day: "yyyy-mm-dd",
  instant: "yyyy-mm-dd hh:mm",
  whole: "#,##0",
  decimal: "#,##0.0###",
  currency: "#,##0.00",
};

const styleNames = Object.keys(formats) as CellStyle[];
const styleNumbers = Object.fromEntries(styleNames.map((name, at) => [name, at])) as Record<CellStyle, number>;

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

const TEXT_SIGNS = /[&<>]/;
/** Escapes what stands between tags, where a quotation mark is one: texts of JSON are full of them. */
const escapedText = (text: string) =>
  TEXT_SIGNS.test(text) ? text.replace(/[&<>]/g, (sign) => entities[sign] as string) : text;

/** Returns the letters of a column, counted from 0. */
const columnName = (column: number): string =>
  (column < 26 ? "" : columnName(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));

/** The letters of the columns of a sheet, which each of its rows has. */
const columnNames: string[] = [];

function placeOf(column: number, row: number): string {
  columnNames[column] ??= columnName(column);
  return columnNames[column] + row;
}

const DAY = 86_400_000;
/** Day 0 of spreadsheets. */
const EPOCH = Date.UTC(1899, 11, 30);

function cellXml(cell: Cell | Date, place: string, style: CellStyle | undefined): string {
  const head = style === undefined || style === "general" ? `r="${place}"` : `r="${place}" s="${styleNumbers[style]}"`;
  if (typeof cell === "number") return `<c ${head}><v>${cell}</v></c>`;
  if (typeof cell === "boolean") return `<c ${head} t="b"><v>${cell ? 1 : 0}</v></c>`;
  if (cell instanceof Date) return `<c ${head}><v>${(cell.getTime() - EPOCH) / DAY}</v></c>`;
  return `<c ${head} t="inlineStr"><is><t xml:space="preserve">${escapedText(cell)}</t></is></c>`;
}

function rowXml(cells: readonly WrittenCell[], row: number, styles: readonly CellStyle[] | undefined): string {
  let xml = `<row r="${row}">`;
  for (let column = 0; column < cells.length; column++) {
    const cell = cells[column] ?? null;
    if (cell !== null) xml += cellXml(cell, placeOf(column, row), styles?.[column]);
  }
  return `${xml}</row>`;
}

/** The first row stays in place, and the columns have their widths. */
function layoutXml({ widths }: SheetLayout): string {
  const columns = widths
    .map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`)
    .join("");
  return `<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns}</cols>`;
}

/** @param ended is given the cells that the sheet's filters are for, when it has any */
function sheetWriter(
  file: FileWriter,
  layout: SheetLayout | undefined,
  ended: (filtered: string) => void,
): SheetWriter {
  const encoder = new TextEncoder();
  let xml = `${HEAD}<worksheet xmlns="${MAIN}">${layout ? layoutXml(layout) : ""}<sheetData>`;
  let rows = 0;
  function flush(): void {
    file.write(encoder.encode(xml));
    xml = "";
  }
  return {
    row(cells, styles) {
      xml += rowXml(cells, ++rows, styles);
      if (xml.length >= PIECE) flush();
    },
    end() {
      xml += "</sheetData>";
      if (layout && layout.widths.length > 0) {
        const last = layout.widths.length - 1;
        xml += `<autoFilter ref="A1:${placeOf(last, rows)}"/>`;
        ended(`$A$1:$${placeOf(last, rows).replace(/\d/, "$$$&")}`);
      }
      xml += "</worksheet>";
      flush();
      file.end();
    },
  };
}

const relationship = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${DOCUMENT}/${type}" Target="${target}"/>`;
const relationships = (content: string) =>
  `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${content}</Relationships>`;

/** Returns the styles of the cells of a workbook. @param currency the code of the format of amounts */
function stylesXml(currency: string): string {
  const codes = styleNames.flatMap((name, at) => {
    const code = name === "currency" ? currency : formats[name];
    return code === null ? [] : [`<numFmt numFmtId="${CUSTOM + at}" formatCode="${escaped(code)}"/>`];
  });
  const cells = styleNames.map((name, at) => {
    const format = formats[name] === null ? 0 : CUSTOM + at;
    const font = name === "head" ? 1 : 0;
    return `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`;
  });
  const font = '<sz val="11"/><name val="Calibri"/><family val="2"/>';
  return `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="${codes.length}">${codes.join("")}</numFmts><fonts count="2"><font>${font}</font><font><b/>${font}</font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${cells.length}">${cells.join("")}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
}

/** Returns the format of amounts in a currency. */
const currencyFormat = (currency: string | undefined): string => {
  const symbol = currency?.replace(/[^\p{L}\p{Sc}. ]/gu, "") ?? "";
  return symbol === "" ? formats.currency : `${formats.currency} [$${symbol}]`;
};

/**
 * Writes a workbook. Texts must be free of what XML can't hold, and at most 32,767 letters long.
 * @param receive is given its bytes
 * @param currency the symbol or code of the currency of amounts
 */
export function workbookWriter(receive: (bytes: Uint8Array) => void, currency?: string): WorkbookWriter {
  const archive = archiveWriter(receive);
  const names: string[] = [];
  /** The number of a sheet, counted from 0, and its cells that have filters. */
  const filtered: [sheet: number, cells: string][] = [];
  const each = (xmlOf: (number: number, name: string) => string) =>
    names.map((name, at) => xmlOf(at + 1, name)).join("");

  return {
    sheet(name, layout) {
      const number = names.push(name.slice(0, 31));
      return sheetWriter(archive.file(`xl/worksheets/sheet${number}.xml`), layout, (cells) =>
        filtered.push([number - 1, cells]),
      );
    },
    end() {
      const filters = filtered.map(
        ([sheet, cells]) =>
          `<definedName name="_xlnm._FilterDatabase" localSheetId="${sheet}" hidden="1">${escaped(`'${names[sheet]?.replaceAll("'", "''")}'!${cells}`)}</definedName>`,
      );
      const sheets = each((n, name) => `<sheet name="${escaped(name)}" sheetId="${n}" r:id="rId${n}"/>`);
      const parts = each(
        (n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${TYPE}.worksheet+xml"/>`,
      );
      archive.add(
        "xl/workbook.xml",
        `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets>${sheets}</sheets>${filters.length > 0 ? `<definedNames>${filters.join("")}</definedNames>` : ""}</workbook>`,
      );
      archive.add(
        "xl/_rels/workbook.xml.rels",
        relationships(
          each((n) => relationship(`rId${n}`, "worksheet", `worksheets/sheet${n}.xml`)) +
            relationship(`rId${names.length + 1}`, "styles", "styles.xml"),
        ),
      );
      archive.add("xl/styles.xml", stylesXml(currencyFormat(currency)));
      archive.add("_rels/.rels", relationships(relationship("rId1", "officeDocument", "xl/workbook.xml")));
      archive.add(
        "[Content_Types].xml",
        `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${parts}</Types>`,
      );
      archive.end();
    },
  };
}
