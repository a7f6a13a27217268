/** Tests of the requests that reports refuse. */
import { beforeAll, describe, expect, test } from "bun:test";
import { cardType, field, makeCard } from "../../support/factories";
import { lastEvent } from "../../support/journal";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");
const viewer = clientAs(server, "viewer");
const NOBODY = "01900000-0000-7000-8000-000000000000";

beforeAll(() => {
  cardType("Tool", [field("price", "cost"), field("size", "number")]);
  cardType("Ghost", [], { is_hidden: true });
});

const axes = "type=Tool&x_axis=size&y_axis=size&size_field=size&color_field=size";

describe("an invalid parameter of a report", () => {
  test.each([
    ["landscape?at=tomorrow", "at"],
    ["landscape?at=2026-02-30", "at"],
    ["portfolio?at=2026-1-1", "at"],
    ["roadmap?at=", "at"],
    ["matrix?at=2026", "at"],
    ["capability-heatmap?at=now", "at"],
    ["eol?at=2026-13-01", "at"],
    ["cost-treemap?at=June", "at"],
    ["data-quality?at=2026", "at"],
    [`impact?card_id=${NOBODY}&at=never`, "at"],
    ["impact", "card_id"],
    ["impact?card_id=server", "card_id"],
    [`impact?card_id=${NOBODY}&depth=11`, "depth"],
    ["dependencies?depth=0", "depth"],
    ["dependencies?depth=4", "depth"],
    ["dependencies?depth=two", "depth"],
    ["cost-treemap?parent_card_id=7", "parent_card_id"],
    ["roadmap?tag=red", "tag"],
    ["roadmap?type=Tool&where=nothing:1", "where"],
    ["roadmap?phase=over", "phase"],
    ["roadmap?stakeholder_role=responsible", "stakeholder_role"],
    ["app-portfolio?relation_type=uses", "relation_type"],
    ["data-quality?quality_min=many", "quality_min"],
    ["roadmap?format=pdf", "format"],
  ])("is refused with its name: /reports/%s", async (path, parameter) => {
    const { status, body } = await admin.get(`/reports/${path}`);
    expect(status).toBe(422);
    expect(body.detail[0].loc).toEqual(["query", parameter]);
  });
});

describe("an invalid combination of parameters", () => {
  test.each([
    [`portfolio?${axes}`.replace("x_axis=size", "x_axis=1st"), 400, "Invalid x_axis: '1st'"],
    [`portfolio?${axes}`.replace("y_axis=size", "y_axis=a-b"), 400, "Invalid y_axis: 'a-b'"],
    [`portfolio?${axes}`.replace("size_field=size", "size_field="), 400, "Invalid size_field: ''"],
    [`portfolio?${axes}`.replace("color_field=size", "color_field=hue"), 400, "Unknown field 'hue' for type 'Tool'"],
    [`portfolio?${axes}&letter_field=hue`, 400, "Unknown field 'hue' for type 'Tool'"],
    [`portfolio?${axes}&letter_field=1st`, 400, "Invalid letter_field: '1st'"],
    ["app-portfolio?type=Nothing", 404, "Card type 'Nothing' not found"],
    ["app-portfolio?type=Ghost", 404, "Card type 'Ghost' not found"],
    ["cost-treemap?cost_field=a.b", 400, "Invalid cost_field: 'a.b'"],
    ["cost-treemap?group_by=tag.x", 400, "Invalid group_by: tag. is followed by the id of a tag group"],
    ["cost-treemap?aggregate=Tool", 400, "Invalid aggregate spec: 'Tool'"],
    ["cost-treemap?aggregate=Tool:price:2", 400, "Invalid aggregate spec: 'Tool:price:2'"],
    ["cost-treemap?aggregate=Tool:price&aggregate=Tool:price", 400, "Duplicate aggregate spec: 'Tool:price'"],
    ["cost-treemap?aggregate=Nothing:price", 400, "Unknown aggregate type: 'Nothing'"],
    ["cost-treemap?aggregate=Tool:size", 400, "'size' is not a cost field on 'Tool'"],
    ["capability-heatmap?metric=data_quality", 400, "Invalid metric: 'data_quality'"],
    [`dependencies?center_id=${NOBODY}`, 404, "Card not found"],
    ["dependencies?center_id=server", 404, "Card not found"],
    [`impact?card_id=${NOBODY}`, 404, "Card not found"],
  ])("is refused with a reason: /reports/%s", async (path, status, detail) => {
    expect(await admin.get(`/reports/${path}`)).toMatchObject({ status, body: { detail } });
  });

  test("is refused with a centre that is archived, or not of the type", async () => {
    const tool = await makeCard(admin, { type: "Tool" });
    const path = `/reports/dependencies?center_id=${tool.id}`;
    expect((await admin.get(path)).body.nodes).toHaveLength(1);
    expect((await admin.get(`${path}&type=Application`)).status).toBe(404);
    await admin.post(`/cards/${tool.id}/archive`);
    expect((await admin.get(path)).status).toBe(404);
    expect((await admin.get(`/reports/impact?card_id=${tool.id}`)).status).toBe(404);
  });
});

test("costs, and all that would disclose them, are refused to users who may not see them", async () => {
  const before = lastEvent();
  for (const path of [
    "cost",
    "cost-treemap",
    "capability-heatmap?metric=total_cost",
    "capability-heatmap?metric=cost",
    `portfolio?${axes}`.replace("size_field=size", "size_field=price"),
    `portfolio?${axes}&letter_field=price`,
    "roadmap?type=Tool&where=price:1..",
    "landscape?type=Tool&where=price:1..",
    "portfolio",
  ])
    expect({ path, ...(await viewer.get(`/reports/${path}`)) }).toMatchObject({ path, status: 403 });
  expect(lastEvent()).toBe(before);
});

test("a portfolio without axes gets those of the built-in application, or those of the type", async () => {
  const axesOf = async (type: string) => {
    const { body } = await admin.get(`/reports/portfolio?type=${type}`);
    return [body.x_axis, body.y_axis];
  };
  expect(await axesOf("Application")).toEqual(["functionalSuitability", "technicalSuitability"]);
  const select = (key: string) => field(key, "single_select", { options: [] });
  const fits = ["functionalFit", "technicalFit", "technicalSuitability", "businessCriticality"].map(select);
  cardType("Fitting", [...fits, field("costTotalAnnual", "cost")]);
  expect(await axesOf("Fitting")).toEqual(["functionalFit", "technicalFit"]);
  expect(await axesOf("Nothing")).toEqual(["functionalFit", "technicalFit"]);
});

test("a report of an unknown type has no rows", async () => {
  expect((await admin.get("/reports/landscape?type=Nothing&group_by=Nothing")).body).toEqual({
    groups: [],
    ungrouped: [],
  });
  expect((await admin.get("/reports/portfolio?type=Nothing")).body.items).toEqual([]);
  expect((await admin.get("/reports/roadmap?type=Nothing")).body.items).toEqual([]);
  expect((await admin.get("/reports/cost?type=Nothing")).body).toEqual({ items: [], total: 0 });
  expect((await admin.get("/reports/matrix?row_type=Nothing")).body.rows).toEqual([]);
});

test("a report doesn't fail for costs that are no numbers, or for a sum that is too large", async () => {
  cardType("Odd", [field("price", "cost"), field("fee", "cost")]);
  const costs = [
    { price: "dear" },
    { price: [1] },
    { price: true, fee: 5 },
    { price: 1e308, fee: 1e308 },
    { fee: 1e308 },
  ];
  for (const attributes of costs) await makeCard(admin, { type: "Odd", attributes });
  const { status, body } = await admin.get("/reports/cost?type=Odd");
  expect(status).toBe(200);
  expect(body.items.map(({ cost }: { cost: number }) => cost)).toEqual([Number.MAX_VALUE, 1e308, 5]);
  expect(body.total).toBe(Number.MAX_VALUE);
  expect((await admin.get("/reports/cost-treemap?type=Odd&cost_field=price")).body.items).toHaveLength(1);
});
