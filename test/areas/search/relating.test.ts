/** GET /cards/{id}/relatable-cards and /cards/{id}/suggested-people. */
import { beforeAll, describe, expect, test } from "bun:test";
import { statement, transaction } from "../../../db";
import { cardType, makeCard, relate, relationType, role, stakeholder } from "../../support/factories";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");
const viewer = clientAs(server, "viewer");

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects to be there
type Body = any;

beforeAll(() => {
  for (const type of ["Tool", "Team", "Place"]) cardType(type);
  relationType("uses", "Team", "Tool", { label: "uses", reverse_label: "is used by" });
  relationType("pays", "Team", "Tool", { label: "pays for", reverse_label: "is paid by" });
  relationType("follows", "Tool", "Tool", { label: "follows", reverse_label: "is followed by" });
  relationType("hidden", "Tool", "Place", { is_hidden: true });
});

const relatable = async (id: string, q: string, query = ""): Promise<Body[]> => {
  const { status, body } = await viewer.get(`/cards/${id}/relatable-cards?q=${q}${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};

describe("the search for a relation", () => {
  test("finds the cards of types that the metamodel allows, with the relations as they read from the card", async () => {
    const tool = await makeCard(admin, { type: "Tool", name: "Kestrel drill" });
    const team = await makeCard(admin, { type: "Team", name: "Kestrel crew" });
    const other = await makeCard(admin, { type: "Tool", name: "Kestrel saw" });
    await makeCard(admin, { type: "Place", name: "Kestrel hall" });
    expect(await relatable(tool.id, "kestrel")).toEqual([
      {
        ...{ id: other.id, name: "Kestrel saw", type: "Tool", parent_name: null, match: "prefix" },
        relations: [
          { relation_type: "follows", side: "source", label: "follows" },
          { relation_type: "follows", side: "target", label: "is followed by" },
        ],
      },
      {
        ...{ id: team.id, name: "Kestrel crew", type: "Team", parent_name: null, match: "prefix" },
        relations: [
          { relation_type: "pays", side: "target", label: "is paid by" },
          { relation_type: "uses", side: "target", label: "is used by" },
        ],
      },
    ]);
  });

  test("leaves out what is related already", async () => {
    const tool = await makeCard(admin, { type: "Tool", name: "Osprey drill" });
    const team = await makeCard(admin, { type: "Team", name: "Osprey crew" });
    await relate(admin, "uses", team, tool);
    expect((await relatable(tool.id, "osprey"))[0].relations).toMatchObject([{ relation_type: "pays" }]);
    await relate(admin, "pays", team, tool);
    expect(await relatable(tool.id, "osprey")).toEqual([]);
  });

  test("is refused without its rights, for a card that isn't there, and without a text", async () => {
    const { id } = await makeCard(admin, { type: "Tool" });
    const path = `/cards/${id}/relatable-cards`;
    expect((await (await server.as(role("inventory.view"))).get(`${path}?q=a`)).status).toBe(403);
    expect((await server.nobody.get(`${path}?q=a`)).status).toBe(401);
    expect((await viewer.get("/cards/01900000-0000-7000-8000-000000000000/relatable-cards?q=a")).status).toBe(404);
    for (const query of ["", "?q=", "?q=a&limit=0", "?q=a&other=1"])
      expect([query, (await viewer.get(path + query)).status]).toEqual([query, 422]);
  });
});

describe("the people who are suggested for a card", () => {
  const suggested = async (id: string, query = ""): Promise<Body[]> => {
    const { status, body } = await viewer.get(`/cards/${id}/suggested-people?limit=50${query}`);
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };

  test("are those of its neighbours first, without whoever has the role already", async () => {
    const [near, twice, part, gone] = await Promise.all(["member", "member", "member", "member"].map(server.as));
    const parent = await makeCard(admin, { type: "Tool" });
    const card = await makeCard(admin, { type: "Tool", parent_id: parent.id });
    const related = await makeCard(admin, { type: "Tool" });
    await relate(admin, "follows", card, related);
    stakeholder(parent.id, near?.userId, "observer");
    for (const { id } of [parent, related]) stakeholder(id, twice?.userId, "observer");
    stakeholder(card.id, part?.userId, "responsible");
    stakeholder(related.id, gone?.userId, "observer");
    transaction(() => statement("UPDATE users SET is_active = 0 WHERE id = ?").run(gone?.userId as string));
    const all = await suggested(card.id);
    expect(all.slice(0, 2)).toMatchObject([
      { user_id: twice?.userId, neighbours: 2 },
      { user_id: near?.userId, neighbours: 1 },
    ]);
    const ids = all.map(({ user_id }) => user_id);
    expect([ids.includes(part?.userId), ids.includes(gone?.userId), ids.includes(admin.userId)]).toEqual([
      ...[false, false, true],
    ]);
    const observers = (await suggested(card.id, "&role=observer")).map(({ user_id }) => user_id);
    expect(observers).toContain(part?.userId);
    expect((await suggested(card.id, "&q=ADMIN")).every(({ display_name }) => display_name.startsWith("admin"))).toBe(
      true,
    );
  });

  test("need the rights to see cards and their people", async () => {
    const { id } = await makeCard(admin, { type: "Tool" });
    expect((await (await server.as(role("inventory.view"))).get(`/cards/${id}/suggested-people`)).status).toBe(403);
    expect((await server.nobody.get(`/cards/${id}/suggested-people`)).status).toBe(401);
    expect((await viewer.get("/cards/01900000-0000-7000-8000-000000000000/suggested-people")).status).toBe(404);
    expect((await viewer.get(`/cards/${id}/suggested-people?limit=x`)).status).toBe(422);
  });
});
