/** The text of filters, the cursor of grids, and blocks from spreadsheets: what has no browser in it. */
import { describe, expect, test } from "bun:test";
import {
  changedParameter,
  type Filter,
  formatFilter,
  parseFilter,
  queryOf,
  toggledValue,
} from "../../src/console/filters/condition";
import { fromText, toText } from "../../src/console/grid/clipboard";
import { blockOf, moved } from "../../src/console/grid/cursor";

const texts = [
  ["a value", "phase:active", { where: "phase:active" }],
  ["values", "subtype:a|b", { where: "subtype:a|b" }],
  ["a negation", "-phase:endOfLife", { where: "!phase:endOfLife" }],
  ["a lower bound", "costTotalAnnual>1000", { where: "costTotalAnnual:1000.." }],
  ["an upper bound", "data_quality<50", { where: "data_quality:..50" }],
  ["a span", "data_quality:10..50", { where: "data_quality:10..50" }],
  ["something missing", "stakeholder.responsible:empty", { where: "stakeholder.responsible:empty" }],
  ["words", "order hub", { search: "order hub" }],
  ["a value with a space", 'name:"Order Hub"', { where: "name:Order Hub" }],
  ["conditions and words", "phase:active hub", { where: "phase:active", search: "hub" }],
] as const;

describe("the text of a filter", () => {
  test.each(texts)("with %s is the query that it means", (_, text, query) => {
    expect(queryOf(parseFilter(text))).toEqual(query);
  });

  test.each(texts)("with %s is written as it was read", (_, text) => {
    expect(formatFilter(parseFilter(text))).toBe(text);
  });

  test("escapes what the API takes for a separator", () => {
    expect(queryOf(parseFilter('name:"a;b:c"')).where).toBe("name:a\\;b\\:c");
  });

  test("is changed as the address has it, whatever the page still shows", () => {
    const toggle = (value: string) => (newest: Filter) => toggledValue(newest, "phase", value);
    const once = changedParameter({}, toggle("active"));
    expect(changedParameter(once, toggle("plan"))).toEqual({ filter: "phase:active|plan" });
    expect(changedParameter(once, toggle("active"))).toEqual({ filter: undefined });
  });

  test("loses its condition with the last of its values", () => {
    const filter = parseFilter("phase:active");
    expect(toggledValue(toggledValue(filter, "phase", "plan"), "phase", "plan")).toEqual(filter);
    expect(toggledValue(filter, "phase", "active").conditions).toEqual([]);
  });
});

describe("a block of cells", () => {
  test("comes back from text as it was, whatever its cells hold", () => {
    const rows = [
      ["plain", 'with "quotes"', ""],
      ["two\nlines", "a\ttab", "ü漢"],
    ];
    expect(fromText(toText(rows))).toEqual(rows);
  });

  test("ends with the line break that spreadsheets write behind it", () => {
    expect(fromText("a\tb\r\nc\td\r\n")).toEqual([
      ["a", "b"],
      ["c", "d"],
    ]);
  });
});

test("the cursor stays inside of the grid, and stretches a range in either direction", () => {
  const size = { rows: 10, columns: 3, page: 4 };
  expect(moved({ row: 0, column: 0 }, "ArrowUp", false, size)).toEqual({ row: 0, column: 0 });
  expect(moved({ row: 8, column: 1 }, "PageDown", false, size)).toEqual({ row: 9, column: 1 });
  expect(moved({ row: 8, column: 1 }, "ArrowLeft", true, size)).toEqual({ row: 8, column: 0 });
  expect(moved({ row: 8, column: 1 }, "q", false, size)).toBeUndefined();
  expect(blockOf({ at: { row: 1, column: 2 }, from: { row: 4, column: 0 } })).toEqual({
    top: 1,
    bottom: 4,
    left: 0,
    right: 2,
  });
});
