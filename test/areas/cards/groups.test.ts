/** Lists of cards in groups, and exports in the order of the screen. */
import { beforeAll, describe, expect, test } from "bun:test";
import { role, stakeholder, tagCard, tagGroup } from "../../support/factories";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const architect = clientAs(server, "member");
const viewer = clientAs(server, "viewer");
const ids: Record<string, string> = {};
let group: { id: string; tags: string[] };
let owner: string;

const applications = [
  { name: "Ledger", attributes: { costTotalAnnual: 1000, businessCriticality: "missionCritical", numberOfUsers: 4 } },
  { name: "Payroll", attributes: { costTotalAnnual: 3000, businessCriticality: "missionCritical" } },
  { name: "Portal", attributes: { costTotalAnnual: 500, businessCriticality: "administrativeService" } },
  { name: "Intranet", attributes: { businessCriticality: "" }, lifecycle: { active: "2020-01-01" } },
  { name: "Archive", attributes: {} },
];

beforeAll(async () => {
  for (const application of applications)
    ids[application.name] = (await architect.post("/cards", { type: "Application", ...application })).body.id;
  for (const name of ["Ålesund", "Bergen"])
    ids[name] = (await architect.post("/cards", { type: "ITComponent", name })).body.id;
  const relate = (source: string, target: string) =>
    architect.post("/relations", { type: "relAppToITC", source_id: ids[source], target_id: ids[target] });
  await relate("Ledger", "Bergen");
  await relate("Ledger", "Ålesund");
  await relate("Portal", "Bergen");
  owner = (await architect.get("/auth/me")).body.id;
  for (const part of ["responsible", "observer"]) stakeholder(ids["Payroll"] as string, owner, part);
  group = tagGroup("Region", ["EU", "US"]);
  tagCard(ids["Portal"] as string, group.tags[0] as string);
  tagCard(ids["Portal"] as string, group.tags[1] as string);
});

type ListedGroup = { value: string | null; label: string | null; count: number };
const list = async (query: string, client = architect) => client.get(`/cards?type=Application&${query}`);
const namesIn = ({ items }: { items: { name: string }[] }) => items.map(({ name }) => name);
const countsIn = ({ groups }: { groups: ListedGroup[] }) =>
  groups.map(({ label, value, count }) => [label ?? value, count]);

describe("a list by groups", () => {
  test("has the options in their order and what has none last, each with its count, and the cards in the same order", async () => {
    const { body } = await list("group_by=attributes.businessCriticality&sort_by=name&sort_dir=desc");
    expect(countsIn(body)).toEqual([
      ["Mission Critical", 2],
      ["Administrative", 1],
      [null, 2],
    ]);
    expect(namesIn(body)).toEqual(["Payroll", "Ledger", "Portal", "Intranet", "Archive"]);
    expect(body).toMatchObject({ total: 5, rows: 5, more_groups: 0 });
  });

  test("sums up each group by the totals that it is asked for", async () => {
    const { body } = await list(
      "group_by=attributes.businessCriticality&totals=attributes.costTotalAnnual,data_quality",
    );
    expect(body.groups[0].totals["attributes.costTotalAnnual"]).toMatchObject({ filled: 2, sum: 4000, mean: 2000 });
    expect(body.groups[2].totals["attributes.costTotalAnnual"]).toMatchObject({ filled: 0, sum: 0 });
    expect(body.totals["attributes.costTotalAnnual"]).toMatchObject({ filled: 3, sum: 4500 });
  });

  test("shows a card in each group whose value it has, and pages over all of them", async () => {
    const { body } = await list("group_by=relation.relAppToITC&sort_by=name");
    expect(countsIn(body)).toEqual([
      ["Ålesund", 1],
      ["Bergen", 2],
      [null, 3],
    ]);
    expect(body).toMatchObject({ total: 5, rows: 6 });
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => list(`group_by=relation.relAppToITC&sort_by=name&page_size=2&page=${page}`)),
    );
    expect(pages.map((page) => namesIn(page.body))).toEqual([
      ["Ledger", "Ledger"],
      ["Portal", "Archive"],
      ["Intranet", "Payroll"],
      [],
    ]);
  });

  test("counts a person once for a card in which they have two parts", async () => {
    const { body } = await list("group_by=stakeholder&facets=stakeholder");
    expect(body.groups.map(({ value, count }: ListedGroup) => [value, count])).toEqual([
      [owner, 1],
      [null, 4],
    ]);
    expect(body.facets.stakeholder[0]).toMatchObject({ value: owner, count: 1 });
  });

  test("groups by tags, parents, types and phases", async () => {
    expect(countsIn((await list(`group_by=tag.${group.id}`)).body)).toEqual([
      ["EU", 1],
      ["US", 1],
      [null, 4],
    ]);
    expect(countsIn((await list("group_by=parent")).body)).toEqual([[null, 5]]);
    expect(countsIn((await list("group_by=phase")).body)).toEqual([
      ["active", 1],
      [null, 4],
    ]);
    expect(countsIn((await architect.get("/cards?group_by=type")).body)).toEqual([
      ["Application", 5],
      ["IT Component", 2],
    ]);
  });

  test("has only the cards that match, and an answer without any has no groups", async () => {
    expect(countsIn((await list("group_by=attributes.businessCriticality&where=costTotalAnnual:800..")).body)).toEqual([
      ["Mission Critical", 2],
    ]);
    expect((await list("group_by=subtype&search=nothing-of-the-kind")).body).toMatchObject({
      groups: [],
      rows: 0,
      total: 0,
    });
    expect(countsIn((await list("group_by=subtype&search=ledger")).body)).toEqual([[null, 1]]);
  });

  test("leaves out the smallest groups where there are more than five hundred", async () => {
    const cards = (name: string, parents?: string[]) =>
      Array.from({ length: 502 }, (_, row_index) => ({
        row_index,
        type: "Objective",
        name: `${name} ${row_index}`,
        parent_id: parents?.[row_index],
      }));
    const parents = await architect.post("/cards/bulk-create", { cards: cards("Goal") });
    const made = parents.body.results.map(({ id }: { id: string }) => id);
    expect((await architect.post("/cards/bulk-create", { cards: cards("Part", made) })).body.created).toBe(502);
    const { body } = await architect.get("/cards?type=Objective&group_by=parent&page_size=1");
    expect(body.groups).toHaveLength(500);
    expect(body.more_groups).toBe(3);
    expect(body.rows).toBe(502 + 499);
  });

  test("is refused with 422 for what cards can't be grouped by, and together with a tree", async () => {
    expect(await list("group_by=data_quality:histogram")).toMatchObject({ status: 422 });
    expect(await list("group_by=attributes.nothing")).toMatchObject({ status: 422 });
    expect(await list("group_by=type&tree=open")).toMatchObject({ status: 422 });
    expect(await list(`branches=${ids["Ledger"]}`)).toMatchObject({ status: 422 });
  });

  test("is refused with 403 for costs that one may not see, as groups and as totals of groups", async () => {
    expect((await list("group_by=attributes.costTotalAnnual", viewer)).status).toBe(403);
    expect((await list("group_by=subtype&totals=attributes.costTotalAnnual", viewer)).status).toBe(403);
    expect((await list("group_by=subtype", viewer)).status).toBe(200);
    const stranger = await server.as(role("inventory.view"));
    expect((await list("group_by=stakeholder", stranger)).status).toBe(403);
    expect((await list("group_by=relation.relAppToITC", stranger)).status).toBe(403);
  });
});

describe("an export of what is on the screen", () => {
  const rowsOf = async (query: string, client = architect) => {
    const { body, status } = await client.get(`/cards/export?type=Application&${query}`);
    expect(status).toBe(200);
    return String(body).trim().split("\r\n");
  };

  test("has the columns that it is asked for, in their order", async () => {
    const rows = await rowsOf(
      `columns=name,attributes.costTotalAnnual,relation.relAppToITC,stakeholder,tag.${group.id},lifecycle.active&sort_by=name`,
    );
    expect(rows[0]).toBe(`name,costTotalAnnual,relation:relAppToITC,stakeholder,tag:${group.id},active`);
    expect(rows).toContain("Ledger,1000,Bergen; Ålesund,,,");
    expect(rows).toContain("Portal,500,Bergen,,EU; US,");
    expect(rows.find((row) => row.startsWith("Payroll,3000,,"))).toMatch(/@/);
    expect(rows.at(2)).toBe("Intranet,,,,,2020-01-01");
  });

  test("comes group by group, with the name of the group first", async () => {
    expect(await rowsOf("columns=name&group_by=relation.relAppToITC&sort_by=name&sort_dir=desc")).toEqual([
      "group,name",
      "Ålesund,Ledger",
      "Bergen,Portal",
      "Bergen,Ledger",
      ",Payroll",
      ",Intranet",
      ",Archive",
    ]);
  });

  test("refuses columns that lists don't have with 422, and costs that one may not see with 403", async () => {
    expect((await architect.get("/cards/export?type=Application&columns=nothing")).status).toBe(422);
    const strange = "01900000-0000-7000-8000-000000000000";
    expect((await architect.get(`/cards/export?type=Application&columns=tag.${strange}`)).status).toBe(422);
    const exporter = await server.as(role("inventory.view", "inventory.export"));
    const refused = await exporter.get("/cards/export?type=Application&columns=name,attributes.costTotalAnnual");
    expect(refused.status).toBe(403);
  });
});

test("the ids of all cards that match are listed, without paging", async () => {
  const { body } = await architect.get("/cards/ids?type=Application&where=costTotalAnnual:800..");
  expect(body).toEqual({ ids: [ids["Ledger"], ids["Payroll"]], total: 2 });
  expect((await viewer.get("/cards/ids?type=Application&where=costTotalAnnual:800..")).status).toBe(403);
});

describe("tags on many cards", () => {
  const tagsOf = async (name: string) =>
    (await architect.get(`/cards/${ids[name]}`)).body.tags.map((tag: { name: string }) => tag.name);

  test("are put on and taken off as one batch, which is undone", async () => {
    const [eu = "", us = ""] = group.tags;
    const tagged = await architect.post("/cards/bulk-tags", {
      card_ids: [ids["Ledger"], ids["Portal"], ids["Archive"]],
      add: [eu],
      remove: [us],
    });
    expect(tagged).toMatchObject({ status: 200, body: { changed: 3 } });
    expect(await tagsOf("Ledger")).toEqual(["EU"]);
    expect(await tagsOf("Portal")).toEqual(["EU"]);
    const batch = tagged.headers.get("x-stoa-batch");
    expect((await architect.post(`/mutation-batches/${batch}/rollback`, { dry_run: false })).status).toBe(200);
    expect(await tagsOf("Ledger")).toEqual([]);
    expect(await tagsOf("Portal")).toEqual(["EU", "US"]);
  });

  test("are refused for a card that there isn't, a text that is no id, and somebody who may not edit the cards", async () => {
    const strange = "01900000-0000-7000-8000-000000000000";
    const [eu = ""] = group.tags;
    expect((await architect.post("/cards/bulk-tags", { card_ids: [strange], add: [eu] })).status).toBe(404);
    expect((await architect.post("/cards/bulk-tags", { card_ids: [ids["Ledger"]], add: [strange] })).status).toBe(404);
    expect((await architect.post("/cards/bulk-tags", { card_ids: [ids["Ledger"]], add: ["no id"] })).status).toBe(422);
    expect((await viewer.post("/cards/bulk-tags", { card_ids: [ids["Ledger"]], add: [eu] })).status).toBe(403);
    expect(await tagsOf("Ledger")).toEqual([]);
  });
});
