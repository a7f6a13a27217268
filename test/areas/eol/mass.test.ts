/** Searching products for many cards, and linking many cards. */
import { beforeAll, describe, expect, test } from "bun:test";
import { newId } from "../../../src/platform/ids";
import { batchAbout } from "../../support/batches";
import { cardNow, cardType, field, makeCard, role, storedCards, unique, violationsOf } from "../../support/factories";
import { step } from "../../support/scenario";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");
const member = clientAs(server, "member");
const viewer = clientAs(server, "viewer");

const products = [
  {
    name: "nodejs",
    cycles: [
      { cycle: "22", releaseDate: "2024-04-24", support: "2025-10-21", eol: "2027-04-30" },
      { cycle: "99", releaseDate: null, support: true, eol: false },
    ],
  },
  { name: "python", cycles: [{ cycle: "3.13", releaseDate: "2024-10-07", eol: "2029-10-31" }] },
];
beforeAll(async () => {
  expect((await admin.put("/eol/source", products)).status).toBe(200);
});

/** Sent as front ends send it: as JSON without content. */
const search = (query: string) => member.post(`/eol/mass-search?${query}`, "");
type CardMatches = { card_id: string; card_name: string; candidates: { eol_product: string }[] };

describe("the mass search", () => {
  beforeAll(() => {
    storedCards([
      { type: "ITComponent", name: "Python 3.13", attributes: '{"eol_product":"python","eol_cycle":3.13}' },
      { type: "ITComponent", name: "Node.js" },
      { type: "ITComponent", name: "zzz" },
      { type: "ITComponent", name: "Nodejs old", status: "ARCHIVED" },
      { type: "Application", name: "Node.js shop" },
    ]);
  });

  test("lists every active card of the type by name, also without candidates", async () => {
    const { status, body, headers } = await search("type_key=ITComponent");
    expect(status).toBe(200);
    expect(headers.get("x-data-origin")).toBe("upload");
    const card_id = body[0].card_id;
    const card = { card_id, card_name: "Node.js", card_type: "ITComponent" };
    expect(body).toMatchObject([
      { ...card, current_eol_product: null, current_eol_cycle: null },
      { card_name: "Python 3.13", current_eol_product: "python", current_eol_cycle: "3.13" },
      { card_name: "zzz", candidates: [] },
    ]);
    expect(body[0].candidates).toEqual([{ ...card, eol_product: "nodejs", eol_cycle: null, score: 1 }]);
    expect(body[1].candidates).toMatchObject([{ eol_product: "python", score: 0.85 }]);
  });

  test("returns one page on request", async () => {
    const { body, headers } = await search("type_key=ITComponent&page=2&page_size=2");
    expect(body.map(({ card_name }: CardMatches) => card_name)).toEqual(["zzz"]);
    expect(headers.get("x-total-count")).toBe("3");
    expect((await search("type_key=ITComponent&page=3&page_size=2")).body).toEqual([]);
  });

  test("is complete for a landscape of many portions", async () => {
    const names = Array.from({ length: 1_234 }, (_, place) => `App ${String(place).padStart(4, "0")}`);
    storedCards(names.map((name) => ({ type: "Application", name })));
    const { body } = await search("type_key=Application");
    expect(body.map(({ card_name }: CardMatches) => card_name)).toEqual([...names, "Node.js shop"]);
  });

  test("needs a card type that has life cycles", async () => {
    const refused = await search("type_key=Provider");
    expect(refused).toMatchObject({ status: 400 });
    expect(refused.body.detail).toContain("Application and ITComponent");
    const missing = await search("");
    expect([missing.status, ...violationsOf(missing.body)]).toEqual([422, "query.type_key: missing"]);
  });

  test("is refused to a viewer", async () => {
    expect((await viewer.post("/eol/mass-search?type_key=ITComponent")).status).toBe(403);
  });
});

describe("the mass link", () => {
  const link = (body: unknown, as = member) => as.post("/eol/mass-link", body);
  const entry = (card: { id: string }, eol_product: unknown = "nodejs", eol_cycle: unknown = "22") => ({
    ...{ card_id: card.id, eol_product, eol_cycle },
  });

  test("links components with their dates and applications without, as changes of one batch that can be undone", async () => {
    const component = await makeCard(admin, {
      type: "ITComponent",
      attributes: { note: "kept", eol_product: "python", eol_cycle: "3.13" },
      lifecycle: { plan: "2020-01-01", endOfLife: "2021-01-01" },
    });
    const application = await makeCard(admin, { type: "Application" });
    await admin.post(`/cards/${component.id}/approval-status?action=approve`);
    const linked = { eol_product: "nodejs", eol_cycle: "22" };
    await step({
      as: member,
      method: "POST",
      path: "/eol/mass-link",
      body: [entry(component), entry(application)],
      status: 200,
      equals: { updated: [component.id, application.id], count: 2 },
      events: [
        { event_type: "card.updated", card_id: component.id, user_id: member.userId },
        { event_type: "card.updated", card_id: application.id, user_id: member.userId },
      ],
    });
    const after = await cardNow(admin, component.id);
    expect(after).toMatchObject({ attributes: { note: "kept", ...linked }, updated_by: member.userId });
    expect(after.lifecycle).toEqual({
      ...{ plan: "2020-01-01", active: "2024-04-24" },
      ...{ phaseOut: "2025-10-21", endOfLife: "2027-04-30" },
    });
    expect(after.approval_status).toBe("BROKEN");
    expect(await cardNow(admin, application.id)).toMatchObject({
      attributes: linked,
      lifecycle: application.lifecycle,
    });
    const batch = batchAbout(component.id);
    expect(batchAbout(application.id)).toBe(batch);
    expect((await admin.post(`/mutation-batches/${batch}/rollback`, { dry_run: false })).status).toBe(200);
    expect(await cardNow(admin, component.id)).toMatchObject({
      attributes: component.attributes,
      lifecycle: component.lifecycle,
    });
  });

  test("updates the data quality of the cards", async () => {
    const component = await makeCard(admin, { type: "ITComponent" });
    await link([entry(component)]);
    expect((await cardNow(admin, component.id)).data_quality).toBeGreaterThan(component.data_quality);
  });

  test("stores only the dates of a cycle, and none of an unknown cycle or product", async () => {
    const cards = [];
    for (let made = 0; made < 3; made++)
      cards.push(await makeCard(admin, { type: "ITComponent", lifecycle: { plan: "2020-01-01" } }));
    const [flags, cycle, product] = cards as [{ id: string }, { id: string }, { id: string }];
    const body = [entry(flags, "nodejs", "99"), entry(cycle, "nodejs", "0"), entry(product, "unknown.Product_1", "1")];
    expect((await link(body)).body.count).toBe(3);
    for (const { id } of cards) expect((await cardNow(admin, id)).lifecycle).toEqual({ plan: "2020-01-01" });
    expect((await cardNow(admin, product.id)).attributes).toMatchObject({ eol_product: "unknown.Product_1" });
  });

  test("links cards of any type and status, also cards that are linked already", async () => {
    const [id = ""] = storedCards([{ type: "Provider", name: unique("P"), status: "ARCHIVED" }]);
    expect((await link([entry({ id })])).body).toEqual({ updated: [id], count: 1 });
    const again = { path: "/eol/mass-link", body: [entry({ id })], equals: { updated: [id], count: 1 } };
    await step({ as: member, method: "POST", ...again, status: 200, events: [] });
  });

  test("skips incomplete entries, unknown cards, and all but the last entry of a card", async () => {
    const card = await makeCard(admin, { type: "Application" });
    const nothing = [
      {},
      { card_id: card.id, eol_product: "nodejs" },
      entry(card, ""),
      entry(card, "nodejs", null),
      entry({ id: newId() }),
      entry({ id: "no id" }),
      entry({ id: "" }),
    ];
    expect((await link(nothing)).body).toEqual({ updated: [], count: 0 });
    expect((await link([])).body).toEqual({ updated: [], count: 0 });
    const upper = { ...entry(card, "python", "3.13"), card_id: card.id.toUpperCase() };
    expect((await link([entry(card), upper])).body).toEqual({ updated: [card.id], count: 1 });
    expect((await cardNow(admin, card.id)).attributes).toMatchObject({ eol_product: "python" });
  });

  test.each<[unknown, string]>([
    [{}, "body: list_type"],
    [["x"], "body.0: model_attributes_type"],
    [[{ card_id: 1 }], "body.0.card_id: string_type"],
    [[{ eol_product: "x".repeat(201) }], "body.0.eol_product: string_too_long"],
    [Array.from({ length: 10_001 }, () => ({})), "body: too_long"],
  ])("refuses a request without a proper list of links", async (body, violation) => {
    const answer = await link(body);
    expect([answer.status, ...violationsOf(answer.body)]).toEqual([422, violation]);
  });

  test("refuses an impossible product name, and changes nothing", async () => {
    const [one, other] = [
      await makeCard(admin, { type: "Application" }),
      await makeCard(admin, { type: "Application" }),
    ];
    const { status, body } = await link([entry(one), entry(other, "../all")]);
    expect(status).toBe(400);
    expect(body.detail).toContain(other.id);
    expect((await cardNow(admin, one.id)).attributes).toEqual(one.attributes);
  });

  test("names the card whose other attributes are invalid, and changes nothing", async () => {
    const type = cardType(unique("Linked"), [field("site", "url")]);
    const one = await makeCard(admin, { type: "Application" });
    const [bad = ""] = storedCards([{ type, name: unique("Bad"), attributes: '{"site":"javascript:1"}' }]);
    const { status, body } = await link([entry(one), entry({ id: bad })]);
    expect(status).toBe(422);
    expect(body.detail).toContain(bad);
    expect((await cardNow(admin, one.id)).attributes).toEqual(one.attributes);
  });

  test("preserves costs that its author may not see", async () => {
    const type = cardType(unique("Costly"), [field("price", "cost")]);
    const card = await makeCard(admin, { type, attributes: { price: 7171 } });
    const linker = await server.as(role("eol.manage", "inventory.view"));
    const answer = await link([entry(card)], linker);
    expect(JSON.stringify(answer.body)).not.toContain("7171");
    expect((await cardNow(admin, card.id)).attributes).toMatchObject({ price: 7171, eol_product: "nodejs" });
  });

  test("is refused to a viewer", async () => {
    expect((await link([], viewer)).status).toBe(403);
  });
});
