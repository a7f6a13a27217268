/**
 * Reads the descriptions of fields in the sheets `ReadMe` and `Types`: their data types, and the values that they
 * may have.
 */
import type { Workbook } from "../../../../platform/spreadsheet/workbook";
import type { Field } from "../snapshot";
import { readTable, textOf } from "../table";

type Description = Pick<Field, "dataType" | "options">;

/** The descriptions of fields. */
export type FieldDescriptions = { describe(type: string, field: string): Description };

const dataTypes: Readonly<Record<string, string>> = {
  string: "STRING",
  "string (uuid)": "STRING",
  "string list": "MULTIPLE_SELECT",
  integer: "INTEGER",
  percent: "DOUBLE",
  double: "DOUBLE",
  money: "MONEY",
  datetime: "DATETIME",
  date: "DATE",
  boolean: "BOOLEAN",
  url: "URL",
  "email address": "EMAIL",
};

/** The scope of what holds for all types. */
const ALL = "";
const keyOf = (type: string, field: string) => JSON.stringify([type, field]);

/** Returns the values that a remark lists. */
function optionsIn(remark: string): string[] {
  const listed = /Possible values:([^.]*)/.exec(remark)?.[1] ?? "";
  const values = listed
    .trim()
    .replace(/^one of\s*/i, "")
    .split(",");
  return [...new Set(values.map((value) => value.trim()).filter(Boolean))];
}

function descriptionOf(type: string, remark: string): Description {
  const name = type.toLowerCase();
  const dataType = (Object.hasOwn(dataTypes, name) && dataTypes[name]) || "STRING";
  const options = optionsIn(remark);
  return { dataType: dataType === "STRING" && options.length > 0 ? "SINGLE_SELECT" : dataType, options };
}

/** Returns the type that a section of `ReadMe` is about: undefined for sections about other things, null at the end. */
function scopeOf(section: string): string | undefined | null {
  if (section === "All Fact Sheet types") return ALL;
  if (section.startsWith("Relations to Sheets Mapping")) return null;
  return /^Fact Sheet type (.+)$/.exec(section)?.[1]?.trim();
}

function readReadMe(workbook: Workbook, known: Map<string, Description>): void {
  let begun = false;
  let scope: string | undefined;
  workbook.rows("ReadMe", ({ cells }) => {
    const [column, type, mandatory, remark] = [0, 1, 2, 4].map((at) => textOf(cells.get(at))) as [
      string,
      string,
      string,
      string,
    ];
    if (column === "Column header" && type === "Type") begun = true;
    else if (begun && column !== "" && `${type}${mandatory}${remark}` === "") {
      const section = scopeOf(column);
      if (section === null) return false;
      scope = section;
    } else if (begun && scope !== undefined && column !== "")
      known.set(keyOf(scope, column), descriptionOf(type, remark));
    return true;
  });
}

function readTypes(workbook: Workbook, known: Map<string, readonly string[]>): void {
  readTable(workbook, "Types", (row) => {
    const { factSheetType, fieldName, ...values } = Object.fromEntries(row);
    if (factSheetType === undefined || fieldName === undefined) return;
    known.set(keyOf(textOf(factSheetType), textOf(fieldName)), [...new Set(Object.values(values).map(textOf))]);
  });
}

/** Reads what a workbook says of fields. */
export function readDescriptions(workbook: Workbook): FieldDescriptions {
  const described = new Map<string, Description>();
  const listed = new Map<string, readonly string[]>();
  if (workbook.sheets.includes("Types")) readTypes(workbook, listed);
  if (workbook.sheets.includes("ReadMe")) readReadMe(workbook, described);
  return {
    describe(type, field) {
      const found = described.get(keyOf(type, field)) ?? described.get(keyOf(ALL, field));
      if (found) return found;
      const options = listed.get(keyOf(type, field));
      return options ? { dataType: "SINGLE_SELECT", options } : { dataType: "STRING", options: [] };
    },
  };
}
