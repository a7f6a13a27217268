/** Reading workbooks: every kind of cell, and nothing that a hostile file can do with it. */
import { describe, expect, test } from "bun:test";
import { inMemory, UnreadableFile } from "../../src/platform/archive/source";
import { openWorkbook, type SheetRow } from "../../src/platform/spreadsheet/workbook";
import { archiveOf, damagedBy, randomOf, rawWorkbook, workbookOf } from "../support/workbooks";

/** Reads all rows of all sheets. */
function readAll(bytes: Uint8Array): SheetRow[] {
  const workbook = openWorkbook(inMemory(bytes));
  const rows: SheetRow[] = [];
  for (const sheet of workbook.sheets) workbook.rows(sheet, (row) => rows.push(row) > 0);
  return rows;
}

const valuesOf = (bytes: Uint8Array) => readAll(bytes).map(({ cells }) => Object.fromEntries(cells));
const sheet = (rows: string) => rawWorkbook(`<worksheet><sheetData>${rows}</sheetData></worksheet>`);

describe("cells of a worksheet", () => {
  test("are read from a workbook that a library has written", async () => {
    const bytes = await workbookOf({
      First: [
        ["text", 1.5, true, new Date("2024-02-29T00:00:00Z"), new Date("1999-12-31T23:59:58Z"), null],
        [],
        ["a < b & c\r\nd", -3, false],
      ],
      "Second one": [["é 😀"]],
    });
    expect(openWorkbook(inMemory(bytes)).sheets).toEqual(["First", "Second one"]);
    expect(valuesOf(bytes)).toEqual([
      { 0: "text", 1: 1.5, 2: true, 3: "2024-02-29", 4: "1999-12-31T23:59:58" },
      { 0: "a < b & c\r\nd", 1: -3, 2: false },
      { 0: "é 😀" },
    ]);
  });

  test("are read with the value of their kind", () => {
    const rows = `<row r="3"><c r="B3" t="str"><f>1+1</f><v>two_x000D_</v></c><c t="inlineStr"><is><r><t>ri</t></r><r><t>ch</t></r><rPh><t>no</t></rPh></is></c>
      <c r="AA3" t="e"><v>#N/A</v></c><c t="d"><v>2024-01-02</v></c><c t="s"><v>7</v></c><c><v>1e3</v></c><c t="b"><v>1</v></c><c><v> </v></c></row><row><c><v>5</v></c></row>`;
    expect(readAll(sheet(rows))).toEqual([
      {
        number: 3,
        cells: new Map<number, string | number | boolean>([
          [1, "two\r"],
          [2, "rich"],
          [27, "2024-01-02"],
          [29, 1000],
          [30, true],
        ]),
      },
      { number: 4, cells: new Map([[0, 5]]) },
    ]);
  });

  test("are read as dates when their style is one, in both date systems", () => {
    const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="&quot;year&quot; 0.0"/><numFmt numFmtId="165" formatCode="yyyy\\-mm"/></numFmts>
      <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>`;
    const relation = (type: string, target: string, id: string) =>
      `<Relationship Id="${id}" Type="x/${type}" Target="${target}"/>`;
    const cells = [0, 1, 2, 3].map((style) => `<c s="${style}"><v>366</v></c>`).join("");
    const bytes = (date1904: number) =>
      rawWorkbook(`<worksheet><sheetData><row>${cells}</row></sheetData></worksheet>`, {
        "xl/styles.xml": styles,
        "xl/workbook.xml": `<x:workbook xmlns:x="a" xmlns:q="b"><x:workbookPr date1904="${date1904}"/><x:sheets><x:sheet name="S" q:id="r1"/></x:sheets></x:workbook>`,
        "xl/_rels/workbook.xml.rels": `<Relationships>${relation("worksheet", "/xl/worksheets/sheet1.xml", "r1")}${relation("styles", "styles.xml", "r2")}</Relationships>`,
      });
    expect(valuesOf(bytes(0))).toEqual([{ 0: 366, 1: "1900-12-31", 2: 366, 3: "1900-12-31" }]);
    expect(valuesOf(bytes(1))).toEqual([{ 0: 366, 1: "1905-01-01", 2: 366, 3: "1905-01-01" }]);
  });

  test("are read only as far as the caller reads on", async () => {
    const bytes = await workbookOf({ S: Array.from({ length: 5_000 }, (_, at) => [at]) });
    const rows: number[] = [];
    openWorkbook(inMemory(bytes)).rows("S", ({ number }) => rows.push(number) < 3);
    expect(rows).toEqual([1, 2, 3]);
  });
});

/** Returns an archive whose directory describes a file wrongly. */
function tampered(bytes: Uint8Array<ArrayBuffer>, offset: number, value: number): Uint8Array<ArrayBuffer> {
  const copy = bytes.slice();
  const view = new DataView(copy.buffer);
  for (let at = copy.length - 46; at >= 0; at--)
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + offset, value, true);
  return copy;
}

describe("a file that is no proper workbook", () => {
  const row = (cell: string) => sheet(`<row>${cell}</row>`);
  const good = row("<c><v>1</v></c>");
  const bomb = rawWorkbook(`<worksheet>${" ".repeat(4 * 1024 * 1024)}</worksheet>`);
  const hostile: [string, Uint8Array, RegExp][] = [
    ["nothing", new Uint8Array(), /not a complete zip/],
    ["no archive", new TextEncoder().encode("PK\u0003\u0004 and nothing else".repeat(9)), /not a complete zip/],
    ["half an archive", good.slice(0, good.length / 2), /not a complete zip/],
    ["no workbook", archiveOf({ "a.txt": "x" }), /not a workbook/],
    ["a bomb", tampered(bomb, 24, 0x7fffffff), /larger than \d+ bytes when it is unpacked/],
    ["a bomb that claims to be small", tampered(bomb, 24, 100), /not a complete zip/],
    ["a wrong checksum", tampered(good, 16, 1), /not a complete zip/],
    ["another way of packing", tampered(good, 10, 12), /packed in a way/],
    ["a password", tampered(good, 8, 0x00080001), /password/],
    ["a file beyond the end", tampered(good, 42, 0x7fffffff), /not a complete zip/],
    ["XML that is none", sheet("<row><c></row>"), /can't be read: /],
    ["a DOCTYPE", rawWorkbook('<!DOCTYPE x [<!ENTITY a "b">]><worksheet/>'), /DOCTYPE/],
    ["an unknown entity", row("<c><v>&a;</v></c>"), /can't be read/],
    ["deep nesting", sheet("<a>".repeat(1_000) + "</a>".repeat(1_000)), /nested more than/],
    ["a huge cell", row(`<c t="str"><v>${"x".repeat(2 * 1024 * 1024)}</v></c>`), /text longer than/],
    [
      "a huge row",
      row(`<c t="str"><v>${"x".repeat(900_000)}</v></c>`.repeat(6)),
      /Row 1 of the workbook holds too much/,
    ],
    ["a column too far", row('<c r="XFE1"><v>1</v></c>'), /outside of its sheet/],
    ["a column without letters", row('<c r="12"><v>1</v></c>'), /outside of its sheet/],
    [
      "bytes that are no UTF-8",
      rawWorkbook("", { "xl/worksheets/sheet1.xml": Uint8Array.of(60, 97, 62, 0xff, 0xfe) }),
      /not UTF-8/,
    ],
    [
      "too many sheets",
      rawWorkbook("", { "xl/workbook.xml": `<workbook><sheets>${"<sheet/>".repeat(501)}</sheets></workbook>` }),
      /more than 500 sheets/,
    ],
    [
      "many sheets that are one",
      rawWorkbook(`<worksheet>${" ".repeat(100_000)}</worksheet>`, {
        "xl/workbook.xml": `<workbook xmlns:r="x"><sheets>${Array.from({ length: 50 }, (_, at) => `<sheet name="${at}" r:id="rId1"/>`).join("")}</sheets></workbook>`,
      }),
      /same parts too often/,
    ],
    [
      "too many parts",
      archiveOf(Object.fromEntries(Array.from({ length: 2_001 }, (_, at) => [`${at}`, ""]))),
      /more than 2000 parts/,
    ],
  ];
  test.each(hostile)("is refused when it is %s", (_, bytes, message) => {
    const read = () => void readAll(bytes);
    expect(read).toThrow(UnreadableFile);
    expect(read).toThrow(message);
  });
});

test("a damaged workbook is read or refused without an internal error, whatever byte is damaged", async () => {
  const bytes = await workbookOf({ A: [["id", "type"], [], ["1", "Application"]], B: [[1, true, new Date(0)]] });
  const random = randomOf(7);
  for (let round = 0; round < 150; round++) {
    try {
      readAll(damagedBy(random, bytes));
    } catch (error) {
      expect(error).toBeInstanceOf(UnreadableFile);
    }
  }
});
