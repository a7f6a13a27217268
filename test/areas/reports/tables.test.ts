/** Reports and cards as CSV and as spreadsheets. */
import { beforeAll, describe, expect, test } from "bun:test";
import type { Client } from "../../support/client";
import { cardType, field, makeCard, relate, relationType } from "../../support/factories";
import { clientAs, testServer } from "../../support/server";
import { exportedCells } from "../../support/workbooks";

const server = testServer();
const admin = clientAs(server, "admin");
const viewer = clientAs(server, "viewer");
const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const FORMULA = '=HYPERLINK("http://stoa.example","x")';

let tool: { id: string };
beforeAll(async () => {
  cardType("Tool", [field("price", "cost"), field("size", "number"), field("begin", "date"), field("open", "boolean")]);
  cardType("Part");
  relationType("uses", "Tool", "Part");
  const attributes = { price: 12.5, size: 3, begin: "2026-05-01", open: true };
  tool = await makeCard(admin, { type: "Tool", name: FORMULA, attributes, lifecycle: { active: "2026-02-03" } });
  await relate(admin, "uses", tool, await makeCard(admin, { type: "Part", name: "+Part" }));
});

/** Returns the cells of the first sheet of a spreadsheet, with the keys of its second sheet as the head. */
async function sheetOf(client: Client, path: string, headers: Record<string, string> = {}): Promise<unknown[][]> {
  const response = await fetch(`${server.url}/api/v1${path}`, {
    headers: { authorization: `Bearer ${client.token}`, ...headers },
  });
  expect({ status: response.status, type: response.headers.get("content-type") }).toEqual({ status: 200, type: XLSX });
  return exportedCells(await response.bytes());
}

const TABLES = [
  "landscape?type=Tool&group_by=Part",
  "portfolio?type=Tool&x_axis=size&y_axis=size&size_field=size&color_field=size",
  "app-portfolio?type=Tool",
  "matrix?row_type=Tool&col_type=Part",
  "roadmap?type=Tool",
  "cost?type=Tool",
  "cost-treemap?type=Tool&cost_field=price",
  "capability-heatmap?metric=app_count",
  "data-quality?type=Tool",
  "eol?search=",
  "dependencies?type=Tool",
];

test.each(TABLES)("the report /reports/%s is JSON, CSV or a spreadsheet on request", async (path) => {
  const report = `/reports/${path}`;
  expect((await admin.get(report, { accept: "text/html, */*" })).headers.get("content-type")).toContain("json");
  const byAccept = await admin.get(report, { accept: "text/csv;q=0.9" });
  const byFormat = await admin.get(`${report}&format=csv`, { accept: "application/json" });
  expect(byAccept.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(byAccept.headers.get("content-disposition")).toBe(`attachment; filename=${path.split("?")[0]}.csv`);
  expect(byFormat.body).toBe(byAccept.body);
  const [header = [], ...rows] = await sheetOf(admin, report, { accept: `${XLSX}, text/csv` });
  const lines = byFormat.body.trimEnd().split("\r\n");
  expect(lines[0]).toBe(header.join(","));
  expect(lines).toHaveLength(rows.length + 1);
});

describe("the cells of a spreadsheet", () => {
  test("are numbers, dates, flags and texts, and a text is never a formula", async () => {
    const [header = [], row = []] = await sheetOf(admin, "/reports/app-portfolio?type=Tool&format=xlsx");
    const cells = Object.fromEntries(header.map((name, at) => [name, row[at]]));
    expect(cells).toMatchObject({ name: FORMULA, price: 12.5, size: 3, open: true });
    expect(cells["begin"]).toEqual(new Date("2026-05-01"));
    expect(cells["active"]).toEqual(new Date("2026-02-03"));
  });

  test("have the pairs of a matrix", async () => {
    const rows = await sheetOf(admin, "/reports/matrix?row_type=Tool&col_type=Part&format=xlsx");
    expect(rows.map(([, row, , col]) => [row, col])).toEqual([
      ["row", "col"],
      [FORMULA, "+Part"],
    ]);
  });
});

test("formulas for a spreadsheet are disarmed in CSV", async () => {
  const { body } = await admin.get("/reports/matrix?row_type=Tool&col_type=Part&format=csv");
  expect(body).toContain(`"'=HYPERLINK(""http://stoa.example"",""x"")"`);
  expect(body).toContain(",'+Part\r\n");
});

test("costs have no column for users who may not see them", async () => {
  for (const path of TABLES.filter((table) => !table.startsWith("cost"))) {
    const [header = [], ...rows] = await sheetOf(viewer, `/reports/${path}&format=xlsx`);
    expect(header).not.toContain("price");
    expect(rows.flat()).not.toContain(12.5);
    expect((await viewer.get(`/reports/${path}&format=csv`)).body).not.toContain("12.5");
  }
});

describe("a spreadsheet of cards", () => {
  test("has a column for each field of the type", async () => {
    const [header = [], ...rows] = await sheetOf(admin, "/cards/export/xlsx?type=Tool");
    expect(rows).toHaveLength(1);
    const cells = Object.fromEntries(header.map((name, at) => [name, rows[0]?.[at]]));
    expect(cells).toMatchObject({ id: tool.id, type: "Tool", name: FORMULA, status: "ACTIVE", price: 12.5, size: 3 });
    expect(cells["active"]).toEqual(new Date("2026-02-03"));
  });

  test("has one column for the attributes of cards of all types", async () => {
    const [header = [], ...rows] = await sheetOf(admin, "/cards/export/xlsx");
    const at = header.indexOf("attributes");
    expect(rows.map((row) => row[header.indexOf("type")])).toEqual(["Tool", "Part"]);
    expect(JSON.parse(String(rows[0]?.[at]))).toMatchObject({ price: 12.5 });
  });

  test("has no costs for users who may not see them", async () => {
    for (const path of ["/cards/export/xlsx?type=Tool", "/cards/export/xlsx"]) {
      const rows = await sheetOf(viewer, path);
      expect(JSON.stringify(rows)).not.toContain("12.5");
      expect(JSON.stringify(rows)).toContain(tool.id);
    }
  });

  test("has more cards than one portion of the export", async () => {
    const names = Array.from({ length: 450 }, (_, at) => `Part ${at}`);
    const cards = names.map((name, row_index) => ({ row_index, type: "Part", name }));
    expect((await admin.post("/cards/bulk-create", { cards })).status).toBe(200);
    const rows = await sheetOf(admin, "/cards/export/xlsx?type=Part");
    expect(rows.slice(2).map((row) => row[3])).toEqual(names);
  });
});
