/** Portals as visitors see them: without an account, without costs, and nothing that isn't published. */
import { beforeAll, describe, expect, test } from "bun:test";
import { newId } from "../../../src/platform/ids";
import type { Answer, Client } from "../../support/client";
import {
  cardType,
  field,
  makeCard,
  relate,
  relationType,
  stakeholder,
  storedCards,
  tagCard,
  tagGroup,
  unique,
  violationsOf,
} from "../../support/factories";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");
let nobody: Client;
beforeAll(() => {
  nobody = server.nobody;
});

type Body = Answer["body"];

/** Publishes a portal and gives its path. */
async function publish(card_type: string, fields: Record<string, unknown> = {}): Promise<string> {
  const slug = unique("portal-");
  const body = { name: "Catalogue", slug, card_type, is_published: true, ...fields };
  expect(await admin.post("/web-portals", body)).toMatchObject({ status: 201 });
  return `/web-portals/public/${slug}`;
}

async function read(path: string, query: Record<string, string> = {}): Promise<Body> {
  const search = new URLSearchParams(query);
  const { status, body } = await nobody.get(search.size > 0 ? `${path}?${search}` : path);
  expect({ path, query, status, detail: status === 200 ? undefined : body }).toMatchObject({ status: 200 });
  return body;
}

const namesOf = (items: { name: string }[]) => items.map(({ name }) => name);
const names = async (portal: string, query: Record<string, string> = {}) =>
  namesOf((await read(`${portal}/cards`, query)).items);
const json = (value: unknown) => JSON.stringify(value);

const fields = [
  field("colour", "single_select", { options: ["red", "blue"].map((key) => ({ key, label: key })) }),
  field("places", "multiple_select", { options: ["Oslo", "Rome", "Bonn"].map((key) => ({ key, label: key })) }),
  field("size", "number"),
  field("ready", "boolean"),
  field("note", "text"),
  field("price", "cost"),
];

/** Creates a type of cards of its own. */
const newType = (rest: Parameters<typeof cardType>[2] = {}) =>
  cardType(unique("Thing"), fields, {
    label: "Thing",
    subtypes: ["small", "large"].map((key) => ({ key, label: key })),
    ...rest,
  });

describe("a published portal", () => {
  test("shows its name, its card type, its relation types and its tag groups", async () => {
    const type = newType({
      icon: "toys",
      color: "#123456",
      translations: { label: { de: "Ding" } },
      fields_schema: [
        { section: "Main", fields },
        { section: "Money", fields: [field("fee", "cost")] },
      ],
    });
    const [other, hidden] = [cardType(unique("Other"), [], { label: "Other one" }), cardType(unique("Hidden"))];
    cardType(hidden, [], { is_hidden: true });
    const out = relationType(unique("a_out"), type, other, { sort_order: 1, translations: { label: { de: "aus" } } });
    const back = relationType(unique("b_in"), other, type, { sort_order: 2 });
    const own = relationType(unique("c_self"), type, type, { sort_order: 3 });
    const gone = relationType(unique("d_gone"), type, "TypeThatIsGone", { sort_order: 4 });
    relationType(unique("e_hidden"), type, other, { is_hidden: true });
    relationType(unique("f_hidden"), type, hidden);
    relationType(unique("g_else"), other, other);
    const ours = tagGroup("zz ours", ["b", "A"], { restrict_to_types: [type] });
    const open = tagGroup("ZA open", [], { restrict_to_types: [] });
    tagGroup("theirs", ["c"], { restrict_to_types: [other] });
    const card_config = { toggles: { tags: { card: true, detail: true } }, show_logo: true };
    const portal = await publish(type, { description: "What we have", card_config, display_fields: ["size"] });

    const body = await read(portal);
    expect(body).toMatchObject({
      id: expect.any(String),
      name: "Catalogue",
      slug: portal.split("/").at(-1),
      description: "What we have",
      card_type: type,
      filters: null,
      display_fields: ["size"],
      card_config,
    });
    expect(body.type_info).toEqual({
      key: type,
      label: "Thing",
      icon: "toys",
      color: "#123456",
      translations: { label: { de: "Ding" } },
      subtypes: ["small", "large"].map((key) => ({ key, label: key })),
      fields_schema: [
        { section: "Main", fields: fields.filter(({ key }) => key !== "price") },
        { section: "Money", fields: [] },
      ],
    });
    const ends = (key: string, source: string, target: string, otherKey: string, label: string) => ({
      key,
      label: `${key} of`,
      reverse_label: `${key} by`,
      source_type_key: source,
      target_type_key: target,
      other_type_key: otherKey,
      other_type_label: label,
      translations: key === out ? { label: { de: "aus" } } : {},
    });
    expect(body.relation_types).toEqual([
      ends(out, type, other, other, "Other one"),
      ends(back, other, type, other, "Other one"),
      // Its own label is asserted above; here it is the key.
      ends(own, type, type, type, type),
      ends(gone, type, "TypeThatIsGone", "TypeThatIsGone", "TypeThatIsGone"),
    ]);
    const color = "#00897b";
    expect(body.tag_groups.filter(({ name }: Body) => name.toLowerCase().startsWith("z"))).toEqual([
      { id: open.id, name: "ZA open", tags: [] },
      {
        id: ours.id,
        name: "zz ours",
        tags: [
          { id: ours.tags[1], name: "A", color },
          { id: ours.tags[0], name: "b", color },
        ],
      },
    ]);
    expect(namesOf(body.tag_groups)).not.toContain("theirs");
    for (const key of ["is_published", "created_by", "created_at", "updated_at"]) expect(body).not.toHaveProperty(key);
  });

  test("can show the cards of a hidden type", async () => {
    const type = newType({ is_hidden: true });
    storedCards([{ type, name: "Shown all the same" }]);
    const portal = await publish(type);
    expect((await read(portal)).type_info.key).toBe(type);
    expect(await names(portal)).toEqual(["Shown all the same"]);
  });
});

describe("an unpublished portal", () => {
  const missing = { status: 404, body: { detail: "Portal not found" } };
  const paths = (portal: string) => [portal, `${portal}/cards`, `${portal}/relation-options?type_key=Application`];

  test("is answered with 404 for everybody, like a slug that doesn't exist", async () => {
    const hidden = await publish("Application", { is_published: false });
    for (const client of [nobody, admin, await server.as("viewer")])
      for (const portal of [hidden, "/web-portals/public/no-such-portal", "/web-portals/public/No%20Slug%00"])
        for (const path of paths(portal)) {
          const answer = await client.get(path, { "x-forwarded-for": "192.0.2.1" });
          expect(answer).toMatchObject(missing);
          expect(answer.headers.get("cache-control")).toBe("no-store");
          expect(answer.headers.get("etag")).toBeNull();
        }
  });

  test("is visible from its publication until it is withdrawn", async () => {
    const portal = await publish("Application", { is_published: false });
    const slug = portal.split("/").at(-1);
    const { id } = (await admin.get("/web-portals")).body.find((one: Body) => one.slug === slug);
    for (const is_published of [true, false, true]) {
      await admin.patch(`/web-portals/${id}`, { is_published });
      for (const path of paths(portal))
        expect((await nobody.get(path, { "x-forwarded-for": "192.0.2.2" })).status).toBe(is_published ? 200 : 404);
    }
  });

  test("can't be found by trying one slug after the other; a stale link and a busy page are not limited by that", async () => {
    const portal = await publish("Application");
    const from = (address: string, path: string) => nobody.get(path, { "x-forwarded-for": address });
    const guess = (at: number) => `/web-portals/public/guess-${at}`;
    for (let at = 0; at < 40; at++) {
      expect((await from("192.0.2.3", guess(0))).status).toBe(404);
      expect((await from("192.0.2.3", portal)).status).toBe(200);
    }
    for (let at = 1; at < 20; at++) expect((await from("192.0.2.3", guess(at))).status).toBe(404);
    expect((await from("192.0.2.3", portal)).status).toBe(429);
    const refusal = await from("192.0.2.3", `${guess(20)}/cards`);
    expect(refusal).toMatchObject({ status: 429, body: { detail: "Rate limit exceeded: 20 per 1 minute" } });
    expect(Number(refusal.headers.get("retry-after"))).toBeWithin(1, 61);
    expect((await from("192.0.2.3", guess(7))).status).toBe(404);
    expect((await from("192.0.2.4", portal)).status).toBe(200);
  });
});

describe("a public answer", () => {
  test("needs no account and is the same for every account", async () => {
    const type = newType();
    storedCards([{ type, name: "One", attributes: json({ price: 7, size: 1 }) }]);
    const portal = await publish(type);
    for (const path of [portal, `${portal}/cards`, `${portal}/relation-options?type_key=${type}`]) {
      const plain = await nobody.get(path);
      expect(plain.status).toBe(200);
      for (const client of [admin, await server.as("viewer")])
        expect((await client.get(path)).body).toEqual(plain.body);
      for (const [name, value] of [
        ["authorization", "Bearer x.y.z"],
        ["cookie", `access_token=${admin.token}`],
      ] as const)
        expect((await nobody.get(path, { [name]: value })).body).toEqual(plain.body);
    }
  });

  test("may be cached for a while, and is revalidated by its version", async () => {
    const type = newType();
    const portal = await publish(type);
    for (const path of [portal, `${portal}/cards`, `${portal}/relation-options?type_key=${type}`]) {
      const { headers } = await nobody.get(path);
      expect(headers.get("cache-control")).toBe("public, max-age=30");
      const again = await nobody.get(path, { "if-none-match": headers.get("etag") ?? "" });
      expect(again).toMatchObject({ status: 304, body: undefined });
      expect(again.headers.get("cache-control")).toBe("public, max-age=30");
    }
    const { headers } = await nobody.get(`${portal}/cards`);
    storedCards([{ type, name: "New" }]);
    expect(await nobody.get(`${portal}/cards`, { "if-none-match": headers.get("etag") ?? "" })).toMatchObject({
      status: 200,
      body: { total: 1 },
    });
  });
});

describe("a published card", () => {
  test("is shown with its tags, relations and stakeholders, and nothing more", async () => {
    const [type, other] = [newType(), newType()];
    const [out, back] = [relationType(unique("out"), type, other), relationType(unique("back"), other, type)];
    const attributes = { size: 3, places: ["Oslo"], ready: true, price: 1_000, more: { a: "ü" } };
    const card = await makeCard(admin, {
      type,
      name: 'A "card"',
      subtype: "small",
      description: "First\nand second",
      attributes,
      lifecycle: { plan: "2026-01-01" },
      external_id: "ext",
      alias: "al",
    });
    const [one, two] = [await makeCard(admin, { type: other, name: "One" }), await makeCard(admin, { type: other })];
    await relate(admin, back, two, card, { description: "secret" });
    await relate(admin, out, card, one);
    const { tags } = tagGroup(unique("Group "), ["a"]);
    tagCard(card.id, tags[0]);
    const user = await server.as("member");
    stakeholder(card.id, user.userId, "responsible");
    stakeholder(card.id, user.userId, "observer");

    const portal = await publish(type);
    const { items, ...page } = await read(`${portal}/cards`);
    expect(page).toEqual({ total: 1, page: 1, page_size: 24 });
    const { price, ...withoutCosts } = attributes;
    const people = items[0].stakeholders[0].display_name;
    expect(people).toStartWith("member ");
    expect(items).toEqual([
      {
        id: card.id,
        name: 'A "card"',
        type,
        subtype: "small",
        description: "First\nand second",
        lifecycle: { plan: "2026-01-01" },
        attributes: withoutCosts,
        approval_status: "DRAFT",
        data_quality: expect.any(Number),
        tags: [{ id: tags[0], name: "a", color: "#00897b", group_name: expect.stringContaining("Group ") }],
        relations: [
          { type: out, related_id: one.id, related_name: "One", related_type: other, direction: "outgoing" },
          { type: back, related_id: two.id, related_name: two.name, related_type: other, direction: "incoming" },
        ],
        stakeholders: [
          { role: "responsible", display_name: people },
          { role: "observer", display_name: people },
        ],
        updated_at: expect.any(String),
      },
    ]);
  });

  test("has empty values when it has no data", async () => {
    const type = newType();
    storedCards([{ type, name: "Bare", attributes: null, lifecycle: null }]);
    const [card] = (await read(`${await publish(type)}/cards`)).items;
    expect(card).toMatchObject({ subtype: null, description: null, lifecycle: null, attributes: null });
    expect(card).toMatchObject({ tags: [], relations: [], stakeholders: [] });
  });

  test("hides archived cards, cards of hidden types, and hidden relations", async () => {
    const [type, other, hidden] = [newType(), newType(), newType({ is_hidden: true })];
    const [joins, secret, away] = [
      relationType(unique("joins"), type, other),
      relationType(unique("secret"), type, other),
      relationType(unique("away"), type, hidden),
    ];
    const card = await makeCard(admin, { type, name: "Centre" });
    const [shown, archived, behind] = [
      await makeCard(admin, { type: other, name: "Shown" }),
      await makeCard(admin, { type: other, name: "Archived" }),
      await makeCard(admin, { type: other, name: "Behind a hidden relation" }),
    ];
    const [concealed] = storedCards([{ type: hidden, name: "Concealed" }]) as [string];
    for (const [relation, peer] of [
      [joins, shown.id],
      [joins, archived.id],
      [secret, behind.id],
      [away, concealed],
    ])
      await relate(admin, relation, card, { id: peer });
    relationType(secret, type, other, { is_hidden: true });
    expect((await admin.post(`/cards/${archived.id}/archive`, {})).status).toBe(200);

    const portal = await publish(type);
    const answer = await read(`${portal}/cards`);
    expect(answer.items[0].relations.map((relation: Body) => relation.related_name)).toEqual(["Shown"]);
    expect(JSON.stringify(answer)).not.toMatch(/Archived|Behind|Concealed/);
    expect(namesOf(await read(`${portal}/relation-options`, { type_key: other }))).toEqual(["Shown"]);
    expect(await read(`${portal}/relation-options`, { type_key: hidden })).toEqual([]);
    // Nor can it be found out by asking.
    for (const [relation, peer, found] of [
      [joins, shown.id, 1],
      [joins, archived.id, 0],
      [secret, behind.id, 0],
      [away, concealed, 0],
    ] as const) {
      const asked = { relation_filters: json({ [relation]: peer }) };
      expect([peer, (await read(`${portal}/cards`, asked)).total]).toEqual([peer, found]);
      const older = { related_type: relation, related_id: peer };
      expect([peer, (await read(`${portal}/cards`, older)).total]).toEqual([peer, found]);
    }
  });

  test("hides stakeholders and relations only where both switches are off", async () => {
    const [type, other] = [newType(), newType()];
    const [one, two] = [relationType(unique("one"), type, other), relationType(unique("two"), type, other)];
    const card = await makeCard(admin, { type });
    const peer = await makeCard(admin, { type: other });
    await relate(admin, one, card, peer);
    await relate(admin, two, card, peer);
    stakeholder(card.id, admin.userId, "responsible");
    const shownWith = async (card_config: unknown) => {
      const [shown] = (await read(`${await publish(type, { card_config })}/cards`)).items;
      return { people: shown.stakeholders.length, relations: shown.relations.map((relation: Body) => relation.type) };
    };
    const all = { people: 1, relations: [one, two] };
    for (const config of [
      null,
      {},
      { toggles: null },
      { toggles: [1] },
      { toggles: { subscribers: false, [`rel:${one}`]: null } },
      { toggles: { subscribers: { card: false }, [`rel:${one}`]: { detail: false } } },
      { toggles: { subscribers: { card: false, detail: true }, [`rel:${one}`]: { card: true, detail: false } } },
    ])
      expect([config, await shownWith(config)]).toEqual([config, all]);
    const off = { card: false, detail: false };
    expect(await shownWith({ toggles: { subscribers: off } })).toEqual({ ...all, people: 0 });
    expect(await shownWith({ toggles: { [`rel:${one}`]: off } })).toEqual({ ...all, relations: [two] });
    expect(await shownWith({ toggles: { description: off, tags: off } })).toEqual(all);
  });

  test("shows a limited number of relations in each direction", async () => {
    const type = newType();
    const joins = relationType(unique("joins"), type, type);
    const [hub, ...others] = storedCards([
      { type, name: "Hub" },
      ...Array.from({ length: 520 }, (_, at) => ({ type, name: `Spoke ${at}` })),
    ]) as [string, ...string[]];
    const operations = others.map((id, row_index) => ({ row_index, type: joins, source: { id: hub }, target: { id } }));
    expect((await admin.post("/relations/bulk", { operations })).status).toBe(200);
    const { items } = await read(`${await publish(type)}/cards`, { search: "Hub" });
    expect(items[0].relations).toHaveLength(500);
  });
});

describe("the costs of cards in a portal", () => {
  test("are not published by attributes, the schema, a filter, an order or a search", async () => {
    const type = newType();
    storedCards([
      { type, name: "Cheap", attributes: json({ price: 12_345, size: 1 }) },
      { type, name: "Dear", attributes: json({ price: 67_890, size: 2 }) },
    ]);
    const portal = await publish(type);
    const asked: [query: Record<string, string>, total: number][] = [
      [{}, 2],
      [{ attr_filters: json({ price: 12_345 }) }, 2],
      [{ attr_filters: json({ price: "12345", size: "1" }) }, 1],
      [{ sort_by: "attributes.price" }, 2],
      [{ sort_by: "price", sort_dir: "desc" }, 2],
      [{ search: "12345" }, 0],
    ];
    for (const [query, total] of asked) {
      const answer = await read(`${portal}/cards`, query);
      expect([query, answer.total]).toEqual([query, total]);
      expect(json(answer)).not.toMatch(/price|12345|67890/);
    }
    expect(json(await read(portal))).not.toContain("price");
    expect(await names(portal, { sort_by: "attributes.price", sort_dir: "desc" })).toEqual(["Dear", "Cheap"]);
  });

  test("are not published when their field is no cost any more", async () => {
    const type = newType();
    const key = unique("Retired");
    const made = await admin.post("/metamodel/types", {
      key,
      label: key,
      fields_schema: [{ section: "Main", fields: [{ key: "fee", label: "Fee", type: "cost" }] }],
    });
    expect([type, made.status]).toEqual([type, 201]);
    expect((await admin.patch(`/metamodel/types/${key}`, { fields_schema: [] })).status).toBe(200);
    storedCards([{ type: key, name: "Old", attributes: json({ fee: 777, other: 1 }) }]);
    const portal = await publish(key);
    expect((await read(`${portal}/cards`)).items[0].attributes).toEqual({ other: 1 });
    expect((await read(`${portal}/cards`, { attr_filters: json({ fee: "1" }) })).total).toBe(1);
  });
});

describe("the cards of a portal", () => {
  let type: string;
  let tags: string[];
  beforeAll(() => {
    type = newType();
    ({ tags } = tagGroup(unique("Group "), ["a", "b", "c"]));
    const ids = storedCards([
      { type, name: "one", subtype: "small", approval_status: "APPROVED" },
      { type, name: "two", subtype: "large", approval_status: "APPROVED" },
      { type, name: "three", subtype: "large", approval_status: "DRAFT" },
      { type, name: "four", subtype: null, approval_status: "BROKEN" },
      { type, name: "archived", status: "ARCHIVED", subtype: "small" },
      { type, name: "fading", status: "PHASING_OUT", subtype: "small" },
      { type: newType(), name: "of another type" },
    ]);
    tagCard(ids[0] as string, tags[0]);
    tagCard(ids[0] as string, tags[1]);
    tagCard(ids[2] as string, tags[1]);
    tagCard(ids[4] as string, tags[1]);
  });

  test.each<[string, (tags: string[]) => object | null, string[]]>([
    ["all of its type that are active", () => null, ["four", "one", "three", "two"]],
    [
      "no filter in empty ones",
      () => ({ subtypes: [], tag_ids: null, approval_statuses: [] }),
      ["four", "one", "three", "two"],
    ],
    ["of one subtype", () => ({ subtypes: ["large"] }), ["three", "two"]],
    ["of several subtypes", () => ({ subtypes: ["large", "small"] }), ["one", "three", "two"]],
    ["of one status", () => ({ approval_statuses: ["APPROVED"] }), ["one", "two"]],
    ["of several statuses", () => ({ approval_statuses: ["APPROVED", "BROKEN"] }), ["four", "one", "two"]],
    ["with one of the tags", ([a, b]) => ({ tag_ids: [a, b] }), ["one", "three"]],
    ["with a tag that nobody has", ([, , c]) => ({ tag_ids: [c] }), []],
    [
      "of all filters at once",
      ([, b]) => ({ tag_ids: [b], subtypes: ["large"], approval_statuses: ["DRAFT"] }),
      ["three"],
    ],
    ["whatever else is written there", () => ({ names: ["one"] }), ["four", "one", "three", "two"]],
  ])("are limited by its filters: %s", async (_, filters, expected) => {
    const portal = await publish(type, { filters: filters(tags) });
    const { items, total } = await read(`${portal}/cards`);
    expect([namesOf(items), total]).toEqual([expected, expected.length]);
    // Visitors narrow it down, and never widen it.
    const { total: small } = await read(`${portal}/cards`, { subtype: "small" });
    expect(small).toBe(expected.includes("one") ? 1 : 0);
  });
});

test("a portal that is limited by attributes shows the cards that have one of the values of each, and looks at no costs", async () => {
  const type = newType();
  const make = (name: string, attributes: object) => makeCard(admin, { type, name, attributes });
  await make("Both", { colour: "red", places: ["Oslo", "Rome"], price: 5 });
  await make("Elsewhere", { colour: "red", places: ["Bonn"], price: 6 });
  await make("At home", { colour: "blue", places: ["Oslo"] });
  await make("Nothing", {});
  const shown = async (attributes: object, query = {}) =>
    names(await publish(type, { filters: { attributes } }), query);
  expect(await shown({ colour: ["red"] })).toEqual(["Both", "Elsewhere"]);
  expect(await shown({ colour: ["red", "blue"], places: ["Oslo"] })).toEqual(["At home", "Both"]);
  expect(await shown({ price: ["5"], colour: [] })).toHaveLength(4);
  expect(await shown({ colour: ["red"] }, { attr_filters: json({ places: "Rome" }) })).toEqual(["Both"]);
});

describe("a visitor's filter", () => {
  let portal: string;
  let tags: string[];
  let related: Record<string, string>;
  let joins: string;
  beforeAll(async () => {
    const [type, other] = [newType(), newType()];
    const ids = storedCards([
      {
        type,
        name: "Alpha",
        subtype: "small",
        description: "The first one",
        attributes: json({ colour: "red", size: 1, ready: true, places: ["Oslo", "Rome"] }),
      },
      {
        type,
        name: "Beta",
        subtype: "large",
        description: "100% pure",
        attributes: json({ colour: "red", size: 2.5, ready: false, places: ["Rome"] }),
      },
      {
        type,
        name: "Gämma",
        subtype: "large",
        attributes: json({ colour: "blue", note: 'say "hi" \\ tab\t', 'odd"key': "x", places: "Oslo" }),
      },
      { type, name: "delta_4", attributes: json({ size: 1, note: "true", nested: { colour: "red" } }) },
    ]) as [string, string, string, string];
    ({ tags } = tagGroup(unique("Group "), ["a", "b", "c"]));
    tagCard(ids[0], tags[0]);
    tagCard(ids[1], tags[1]);
    const [x, y] = storedCards([
      { type: other, name: "X" },
      { type: other, name: "Y" },
    ]) as [string, string];
    joins = relationType(unique("joins"), type, other);
    await relate(admin, joins, { id: ids[0] }, { id: x });
    await relate(admin, joins, { id: ids[1] }, { id: x });
    await relate(admin, joins, { id: ids[1] }, { id: y });
    related = { x, y, X: x.toUpperCase(), alpha: ids[0] };
    portal = await publish(type);
  });

  const all = ["Alpha", "Beta", "Gämma", "delta_4"];
  /** Writes tags and related cards into a query: `{a}` for the first tag, `{x}` for the card X. */
  const filled = (query: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(query).map(([name, text]) => [
        name,
        text.replace(/\{([abcxyX]|alpha|joins)\}/g, (_, what: string) =>
          what === "joins" ? joins : (related[what] ?? tags["abc".indexOf(what)] ?? ""),
        ),
      ]),
    );

  test.each<[Record<string, string>, string[]]>([
    [{ search: "ALPH" }, ["Alpha"]],
    [{ search: "first" }, ["Alpha"]],
    [{ search: "gä" }, ["Gämma"]],
    [{ search: "GÄM" }, ["Gämma"]],
    [{ search: "" }, all],
    [{ search: "nothing at all" }, []],
    [{ search: "a%a" }, ["Alpha"]],
    [{ search: "%%%" }, all],
    [{ search: "D_LTA" }, ["delta_4"]],
    [{ search: "_" }, all],
    [{ search: "f_rst%ne" }, ["Alpha"]],
    [{ search: "100%" }, ["Beta"]],
    [{ subtype: "large" }, ["Beta", "Gämma"]],
    [{ subtype: "Large" }, []],
    [{ subtype: "" }, all],
    [{ tag_ids: "{a}" }, ["Alpha"]],
    [{ tag_ids: "{a}, {b}" }, ["Alpha", "Beta"]],
    [{ tag_ids: "{c}" }, []],
    [{ tag_ids: "{a},nonsense" }, ["Alpha"]],
    [{ tag_ids: "nonsense" }, all],
    [{ tag_ids: ",," }, all],
    [{ attr_filters: '{"colour":"red"}' }, ["Alpha", "Beta"]],
    [{ attr_filters: '{"colour":"re"}' }, []],
    [{ attr_filters: '{"size":"1"}' }, ["Alpha", "delta_4"]],
    [{ attr_filters: '{"size":2.5}' }, ["Beta"]],
    [{ attr_filters: '{"ready":"true"}' }, ["Alpha"]],
    [{ attr_filters: '{"ready":false}' }, ["Beta"]],
    [{ attr_filters: '{"note":"true"}' }, ["delta_4"]],
    [{ attr_filters: '{"places":"Rome"}' }, ["Alpha", "Beta"]],
    [{ attr_filters: '{"places":"Oslo"}' }, ["Alpha", "Gämma"]],
    [{ attr_filters: '{"colour":"red","size":"1"}' }, ["Alpha"]],
    [{ attr_filters: json({ note: 'say "hi" \\ tab\t' }) }, ["Gämma"]],
    [{ attr_filters: json({ 'odd"key': "x" }) }, ["Gämma"]],
    [{ attr_filters: '{"nested":"red"}' }, []],
    [{ attr_filters: '{"nothing":"x"}' }, []],
    [{ attr_filters: '{"__proto__":"x"}' }, []],
    [{ attr_filters: '{"colour":"\\u0000\\ud800"}' }, []],
    [{ attr_filters: '{"colour":["red"]}' }, []],
    [{ attr_filters: '{"colour":null,"size":""}' }, all],
    [{ attr_filters: "{}" }, all],
    [{ attr_filters: "" }, all],
    [{ attr_filters: "{" }, all],
    [{ attr_filters: '["colour"]' }, all],
    [{ attr_filters: "7" }, all],
    [{ relation_filters: '{"{joins}":"{x}"}' }, ["Alpha", "Beta"]],
    [{ relation_filters: '{"{joins}":"{X}"}' }, ["Alpha", "Beta"]],
    [{ relation_filters: '{"{joins}":"{y}"}' }, ["Beta"]],
    [{ relation_filters: '{"{joins}":""}' }, all],
    [{ relation_filters: '{"{joins}":"nonsense"}' }, all],
    [{ relation_filters: '{"{joins}":7}' }, all],
    [{ relation_filters: '{"nothing":"{x}"}' }, []],
    [{ relation_filters: '{"{joins}":"{alpha}"}' }, []],
    [{ relation_filters: `{"{joins}":"${newId()}"}` }, []],
    [{ relation_filters: "nonsense" }, all],
    [{ related_type: "{joins}", related_id: "{y}" }, ["Beta"]],
    [{ related_type: "{joins}" }, all],
    [{ related_id: "{y}" }, all],
    [{ related_type: "{joins}", related_id: "nonsense" }, all],
    [{ relation_filters: '{"{joins}":"{x}"}', related_type: "{joins}", related_id: "{y}" }, ["Beta"]],
    [
      {
        search: "alph",
        subtype: "small",
        tag_ids: "{a}",
        attr_filters: '{"colour":"red"}',
        relation_filters: '{"{joins}":"{x}"}',
      },
      ["Alpha"],
    ],
    [{ search: "alph", subtype: "large" }, []],
    [{ where: "colour:red", status: "ARCHIVED", type: "Application", ids: "x" }, all],
  ])("finds the cards of %j", async (query, expected) => {
    const { items, total } = await read(`${portal}/cards`, filled(query));
    expect([namesOf(items), total]).toEqual([expected, expected.length]);
  });

  test.each<[Record<string, string>, string]>([
    [{ page: "0" }, "query.page: greater_than_equal"],
    [{ page: "1.5" }, "query.page: int_parsing"],
    [{ page_size: "0" }, "query.page_size: greater_than_equal"],
    [{ page_size: "101" }, "query.page_size: less_than_equal"],
    [{ search: "x".repeat(201) }, "query.search: string_too_long"],
    [{ search: "\u0000" }, "query.search: string_unicode"],
    [{ tag_ids: "x".repeat(5_001) }, "query.tag_ids: string_too_long"],
    [
      { attr_filters: json(Object.fromEntries(Array.from({ length: 21 }, (_, at) => [at, 1]))) },
      "query.attr_filters: value_error",
    ],
    [
      { relation_filters: json(Object.fromEntries(Array.from({ length: 21 }, (_, at) => [at, 1]))) },
      "query.relation_filters: value_error",
    ],
  ])("is refused with %j", async (query, violation) => {
    const { status, body } = await nobody.get(`${portal}/cards?${new URLSearchParams(query)}`);
    expect([status, violationsOf(body)]).toEqual([422, [violation]]);
  });

  test("gives the same answer twice, and finds cards that have changed meanwhile", async () => {
    const type = newType();
    const slug = await publish(type);
    expect(await names(slug)).toEqual([]);
    const card = await makeCard(admin, { type, name: "New" });
    expect(await names(slug)).toEqual(["New"]);
    expect(await names(slug)).toEqual(["New"]);
    await admin.patch(`/cards/${card.id}`, { name: "Newer" });
    expect(await names(slug)).toEqual(["Newer"]);
    await admin.post(`/cards/${card.id}/archive`, {});
    expect(await names(slug)).toEqual([]);
  });
});

describe("the list of published cards", () => {
  let portal: string;
  beforeAll(async () => {
    const type = newType();
    const at = (day: number) => `2026-01-0${day}T00:00:00.000Z`;
    storedCards([
      {
        type,
        name: "c",
        subtype: "small",
        data_quality: 10,
        approval_status: "DRAFT",
        created_at: at(3),
        updated_at: at(4),
      },
      {
        type,
        name: "a",
        subtype: "large",
        data_quality: 30,
        approval_status: "APPROVED",
        created_at: at(1),
        updated_at: at(6),
      },
      { type, name: "b", data_quality: 20, approval_status: "REJECTED", created_at: at(2), updated_at: at(5) },
      {
        type,
        name: "b",
        subtype: "large",
        data_quality: 20,
        approval_status: "BROKEN",
        created_at: at(4),
        updated_at: at(7),
      },
    ]);
    portal = await publish(type);
  });

  test.each<[Record<string, string>, string[]]>([
    [{}, ["a 30", "b 20", "b 20", "c 10"]],
    [{ sort_dir: "desc" }, ["c 10", "b 20", "b 20", "a 30"]],
    [{ sort_by: "data_quality" }, ["c 10", "b 20", "b 20", "a 30"]],
    [{ sort_by: "data_quality", sort_dir: "desc" }, ["a 30", "b 20", "b 20", "c 10"]],
    [{ sort_by: "created_at" }, ["a 30", "b 20", "c 10", "b 20"]],
    [{ sort_by: "updated_at", sort_dir: "desc" }, ["b 20", "a 30", "b 20", "c 10"]],
    [{ sort_by: "approval_status" }, ["a 30", "b 20", "c 10", "b 20"]],
    [{ sort_by: "subtype" }, ["a 30", "b 20", "c 10", "b 20"]],
    [{ sort_by: "description" }, ["a 30", "b 20", "b 20", "c 10"]],
    [{ sort_by: "status", sort_dir: "sideways" }, ["c 10", "a 30", "b 20", "b 20"]],
    [{ sort_by: "type" }, ["c 10", "a 30", "b 20", "b 20"]],
  ])("is ordered by %j", async (query, expected) => {
    const { items } = await read(`${portal}/cards`, query);
    expect(items.map((card: Body) => `${card.name} ${card.data_quality}`)).toEqual(expected);
  });

  test("is paged, with each card once", async () => {
    const ids: string[] = [];
    for (const page of ["1", "2", "3", "4", "5"]) {
      const answer = await read(`${portal}/cards`, { page, page_size: "1", sort_by: "data_quality" });
      expect(answer).toMatchObject({ total: 4, page: Number(page), page_size: 1 });
      ids.push(...answer.items.map((card: Body) => card.id));
    }
    expect(new Set(ids).size).toBe(4);
    expect(ids).toHaveLength(4);
    expect(await read(`${portal}/cards`, { page: "10000000" })).toMatchObject({ items: [], total: 4 });
  });
});

describe("related cards to choose from", () => {
  test("are the active ones of a type that a visible card is related to, by name", async () => {
    const [type, other] = [newType(), newType()];
    const [out, back, own] = [
      relationType(unique("out"), type, other),
      relationType(unique("back"), other, type),
      relationType(unique("own"), type, type),
    ];
    const [small, large, archived] = storedCards([
      { type, name: "Small", subtype: "small" },
      { type, name: "Large", subtype: "large" },
      { type, name: "Archived" },
    ]) as [string, string, string];
    const [b, a, c, d] = storedCards(["b", "a", "c", "d"].map((name) => ({ type: other, name }))) as [
      string,
      string,
      string,
      string,
    ];
    for (const [relation, source, target] of [
      [out, small, b],
      [back, a, small],
      [out, small, a],
      [out, large, c],
      [out, archived, d],
      [own, small, large],
    ])
      await relate(admin, relation as string, { id: source as string }, { id: target as string });
    await admin.post(`/cards/${archived}/archive`, {});

    const options = (portal: string, type_key: string) => read(`${portal}/relation-options`, { type_key });
    const everything = await publish(type);
    expect(await options(everything, other)).toEqual([
      { id: a, name: "a" },
      { id: b, name: "b" },
      { id: c, name: "c" },
    ]);
    expect(namesOf(await options(everything, type))).toEqual(["Large", "Small"]);
    expect(await options(everything, "Application")).toEqual([]);
    expect(await options(everything, "Nothing")).toEqual([]);
    // A visitor's filters don't count.
    expect(
      namesOf(
        await read(`${everything}/relation-options`, { type_key: other, subtype: "large", page_size: "1", page: "2" }),
      ),
    ).toEqual(["b"]);

    const filtered = await publish(type, { filters: { subtypes: ["small"] } });
    expect(namesOf(await options(filtered, other))).toEqual(["a", "b"]);
    expect(namesOf(await options(filtered, type))).toEqual(["Large"]);
    const nothing = await publish(type, { filters: { approval_statuses: ["REJECTED"] } });
    expect(await options(nothing, other)).toEqual([]);
    const { tags } = tagGroup(unique("Group "), ["a"]);
    tagCard(large, tags[0]);
    expect(namesOf(await options(await publish(type, { filters: { tag_ids: tags } }), other))).toEqual(["c"]);
  });

  test("need the parameter for the type", async () => {
    const portal = await publish("Application");
    const { status, body } = await nobody.get(`${portal}/relation-options`);
    expect([status, violationsOf(body)]).toEqual([422, ["query.type_key: missing"]]);
  });
});
