/** GET /cards/{id}/quality: what a card has, what it lacks, and what each adds. */
import { beforeAll, describe, expect, test } from "bun:test";
import {
  cardNow,
  cardType,
  field,
  makeCard,
  relate,
  relationType,
  role,
  stakeholder,
  stakeholderRole,
  tagCard,
  tagGroup,
} from "../../support/factories";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");
const viewer = clientAs(server, "viewer");

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects to be there
type Body = any;
let group: ReturnType<typeof tagGroup>;
beforeAll(() => {
  cardType("Part", [field("size", "number", { label: "Size" }), field("price", "cost", { weight: 2 })], {
    section_config: { __dataQuality: { description: 1, lifecycle: 1, relations: 1, tags: 1, stakeholders: 1 } },
  });
  relationType("partOf", "Part", "Part", { label: "is part of", source_mandatory: true });
  stakeholderRole("Part", "keeper", []);
  group = tagGroup("Colour", ["red"], { mandatory: true, restrict_to_types: ["Part"] });
});

const quality = async (id: string, client = admin): Promise<Body> => {
  const { status, body } = await client.get(`/cards/${id}/quality`);
  expect(status).toBe(200);
  return body;
};
const missing = ({ items }: Body) => items.filter((item: Body) => !item.is_filled).map((item: Body) => item.kind);

/** Returns what cards of a list lack, by their names. */
const missingInList = async (client = admin): Promise<Record<string, Body>> => {
  const { status, body } = await client.get("/cards?type=Part&fields=missing&page_size=100");
  expect(status).toBe(200);
  return Object.fromEntries(body.items.map((card: Body) => [card.name, card.missing]));
};

describe("a list with what its cards lack", () => {
  test("has of each card what its quality lacks, with what adds most first", async () => {
    const { id, name } = await makeCard(admin, { type: "Part", description: "A part", attributes: { size: 3 } });
    const { items } = await quality(id);
    const lacking = items.filter((item: Body) => !item.is_filled);
    const listed = (await missingInList())[name];
    expect(listed[0]).toEqual({ kind: "field", key: "price", label: expect.any(String), adds: 25 });
    expect(listed.map((item: Body) => [item.kind, item.adds]).toSorted()).toEqual(
      lacking.map((item: Body) => [item.kind, item.adds]).toSorted(),
    );
  });

  test("has no costs for those who may not see them, whether they are there or not", async () => {
    const cheap = await makeCard(admin, { type: "Part", attributes: { price: 3 } });
    const without = await makeCard(admin, { type: "Part" });
    const listed = await missingInList(viewer);
    for (const { name } of [cheap, without]) expect(JSON.stringify(listed[name])).not.toContain("price");
  });
});

describe("the quality of a card", () => {
  test("lists everything that is expected, with what each adds", async () => {
    const { id } = await makeCard(admin, { type: "Part", attributes: { size: 3 } });
    const answer = await quality(id);
    expect(answer.score).toBe((await cardNow(admin, id)).data_quality);
    const expected = { weight: 1, adds: 12.5, is_filled: false };
    expect(answer.items).toEqual([
      { kind: "field", key: "size", label: "Size", weight: 1, adds: 12.5, is_filled: true },
      { kind: "field", key: "price", label: expect.any(String), weight: 2, adds: 25, is_filled: false },
      { kind: "description", key: "description", label: "Description", ...expected },
      { kind: "lifecycle", key: "lifecycle", label: "Lifecycle", ...expected },
      { kind: "relation", key: "partOf", label: "is part of", side: "source", ...expected },
      { kind: "tag_group", key: group.id, label: expect.stringContaining("Colour"), ...expected },
      { kind: "stakeholder", key: "keeper", label: expect.any(String), ...expected },
    ]);
  });

  test("is complete once all of it is there, and its score is the sum of what is filled", async () => {
    const card = await makeCard(admin, {
      type: "Part",
      description: "A part",
      lifecycle: { active: "2020-01-01" },
      attributes: { size: 3, price: 4 },
    });
    expect(missing(await quality(card.id))).toEqual(["relation", "tag_group", "stakeholder"]);
    await relate(admin, "partOf", card, await makeCard(admin, { type: "Part" }));
    tagCard(card.id, group.tags[0]);
    stakeholder(card.id, admin.userId, "keeper");
    const answer = await quality(card.id);
    expect([missing(answer), answer.score]).toEqual([[], 100]);
  });

  test("names no field of costs to whoever may not see the card's, and has the same score", async () => {
    const { id } = await makeCard(admin, { type: "Part", attributes: { price: 4 } });
    const [all, some] = [await quality(id), await quality(id, viewer)];
    expect(all.items.some(({ key }: Body) => key === "price")).toBe(true);
    expect(some.items.some(({ key }: Body) => key === "price")).toBe(false);
    expect(some.score).toBe(all.score);
  });

  test("is 404 for a card that isn't there, 403 for whoever may not open it, 401 without a login", async () => {
    const { id } = await makeCard(admin, { type: "Part" });
    expect((await admin.get("/cards/01900000-0000-7000-8000-000000000000/quality")).status).toBe(404);
    expect((await (await server.as(role("tags.manage"))).get(`/cards/${id}/quality`)).status).toBe(403);
    expect((await server.nobody.get(`/cards/${id}/quality`)).status).toBe(401);
    expect((await admin.get(`/cards/${id}/quality?x=1`)).status).toBe(422);
  });
});
