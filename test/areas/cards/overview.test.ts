import { beforeAll, describe, expect, test } from "bun:test";
import type { Client } from "../../support/client";
import {
  cardType,
  field,
  makeCard,
  relate,
  relationType,
  role,
  stakeholder,
  stakeholderRole,
  storedCards,
  unique,
} from "../../support/factories";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");
beforeAll(() => {
  cardType("Widget", [field("price", "cost")]);
  cardType("Gadget");
  cardType("Ghost", [], { is_hidden: true });
  relationType("feeds", "Widget", "Gadget", { label: "Beta feeds", reverse_label: "eats from" });
  relationType("apes", "Widget", "Widget", { label: "alpha apes", reverse_label: null });
  relationType("haunts", "Ghost", "Widget");
  stakeholderRole("Widget", "reader", ["card.view"]);
  stakeholderRole("Widget", "editor", ["card.view", "card.edit", "card.manage_relations"]);
  stakeholderRole("Widget", "retired", ["card.delete"], { is_archived: true });
});

const nobodysId = "01900000-0000-7000-8000-000000000000";

describe("the reading of a card", () => {
  const paths = ["", "/hierarchy", "/relation-summary", "/history"];

  test.each(["admin", "bpm_admin", "member", "viewer"])(
    "is allowed to a %s, in any status and for hidden types",
    async (name) => {
      const client = await server.as(name);
      for (const [type, status] of [
        ["Widget", "ARCHIVED"],
        ["Ghost", "ACTIVE"],
      ] as const) {
        const [id] = storedCards([{ type, name: unique("R "), status }]);
        for (const path of paths) expect((await client.get(`/cards/${id}${path}`)).status).toBe(200);
      }
    },
  );

  test("needs the right to see the inventory, or a stakeholder role in the card that shows it", async () => {
    const stranger = await server.as(role("relations.view"));
    const [mine, other] = [await makeCard(admin, { type: "Widget" }), await makeCard(admin, { type: "Widget" })];
    stakeholder(mine.id, stranger.userId, "reader");
    stakeholder(other.id, stranger.userId, "retired");
    for (const path of paths) {
      expect((await stranger.get(`/cards/${mine.id}${path}`)).status).toBe(200);
      expect(await stranger.get(`/cards/${other.id}${path}`)).toMatchObject({
        status: 403,
        body: { detail: "Not enough permissions" },
      });
      expect((await stranger.get(`/cards/${nobodysId}${path}`)).status).toBe(403);
      expect((await server.nobody.get(`/cards/${mine.id}${path}`)).status).toBe(401);
    }
    expect((await stranger.get(`/cards/${other.id}/my-permissions`)).status).toBe(200);
  });

  test.each([nobodysId, "nonsense", "..%2f", "%00", "a".repeat(5_000)])("is answered with 404 for %s", async (id) => {
    for (const path of ["", "/relation-summary", "/my-permissions"])
      expect(await admin.get(`/cards/${id}${path}`)).toMatchObject({
        status: 404,
        body: { detail: "Card not found" },
      });
  });

  test("is possible by the id in any spelling", async () => {
    const { id } = await makeCard(admin, { type: "Widget" });
    for (const form of [id.toUpperCase(), id.replaceAll("-", ""), `%7B${id}%7D`, `urn:uuid:${id}`])
      expect((await admin.get(`/cards/${form}`)).body.id).toBe(id);
  });

  test("shows costs to users who may see them, or who are stakeholders of the card, even of an archived one", async () => {
    const card = await makeCard(admin, { type: "Widget", attributes: { price: 1, other: 2 } });
    const shown = async (client: Client) => {
      const one = (await client.get(`/cards/${card.id}`)).body.attributes;
      const listed = (await client.get(`/cards?ids=${card.id}`)).body.items[0].attributes;
      expect(listed).toEqual(one);
      return one;
    };
    const viewer = await server.as("viewer");
    expect(await shown(await server.as("member"))).toEqual({ price: 1, other: 2 });
    expect(await shown(viewer)).toEqual({ other: 2 });
    stakeholder(card.id, viewer.userId, "retired");
    expect(await shown(viewer)).toEqual({ price: 1, other: 2 });
  });
});

describe("the summary of a card's relations", () => {
  test("counts by type, direction and type of the other card; outgoing first, then by label", async () => {
    const card = await makeCard(admin, { type: "Widget" });
    const peers = [];
    for (let at = 0; at < 3; at++) peers.push(await makeCard(admin, { type: "Gadget" }));
    const widget = await makeCard(admin, { type: "Widget" });
    for (const peer of peers) await relate(admin, "feeds", card, peer);
    await relate(admin, "apes", card, widget);
    await relate(admin, "apes", widget, card);
    await relate(admin, "apes", card, card);
    await relate(admin, "haunts", await makeCard(admin, { type: "Ghost" }), card);
    await admin.post(`/cards/${peers[0].id}/archive`);
    const summary = async (id: string) => (await admin.get(`/cards/${id}/relation-summary`)).body.by_type;
    const apes = { relation_type_key: "apes", label: "alpha apes", peer_type_key: "Widget" };
    expect(await summary(card.id)).toEqual([
      { ...apes, direction: "outgoing", count: 2 },
      { relation_type_key: "feeds", label: "Beta feeds", direction: "outgoing", peer_type_key: "Gadget", count: 2 },
      { ...apes, direction: "incoming", count: 2 },
    ]);
    expect(await summary(peers[1].id)).toEqual([
      { relation_type_key: "feeds", label: "eats from", direction: "incoming", peer_type_key: "Widget", count: 1 },
    ]);
  });

  test("has the parent while it is active, and the active children", async () => {
    const parent = await makeCard(admin, { type: "Gadget" });
    const card = await makeCard(admin, { type: "Widget", parent_id: parent.id });
    const children = [
      await makeCard(admin, { type: "Widget", parent_id: card.id }),
      await makeCard(admin, { type: "Widget", parent_id: card.id }),
    ];
    await admin.post(`/cards/${children[0].id}/archive`);
    const around = async () => (await admin.get(`/cards/${card.id}/relation-summary`)).body;
    expect(await around()).toEqual({
      by_type: [],
      hierarchy: { children_count: 1, parent_id: parent.id, parent_name: parent.name, parent_type: "Gadget" },
    });
    await admin.patch(`/cards/${parent.id}`, { status: "PHASING_OUT" });
    expect((await around()).hierarchy).toEqual({
      children_count: 1,
      parent_id: null,
      parent_name: null,
      parent_type: null,
    });
  });
});

describe("the permissions of a user on a card", () => {
  const all = [
    ...["can_view", "can_edit", "can_archive", "can_delete", "can_approval_status", "can_manage_stakeholders"],
    ...["can_manage_relations", "can_manage_documents", "can_manage_comments", "can_create_comments", "can_bpm_edit"],
    ...["can_bpm_manage_drafts", "can_bpm_approve", "can_manage_adr_links", "can_manage_diagram_links"],
    "can_view_costs",
  ];
  const allowed = (body: { effective: Record<string, boolean> }) =>
    Object.entries(body.effective)
      .filter(([, granted]) => granted)
      .map(([key]) => key)
      .sort();

  test.each([
    ["admin", all],
    ["member", all.filter((key) => !["can_delete", "can_manage_comments", "can_bpm_approve"].includes(key))],
    ["bpm_admin", all.filter((key) => key !== "can_delete")],
    ["viewer", ["can_view"]],
  ])("are those of the role for a %s", async (name, expected) => {
    const card = await makeCard(admin, { type: "Widget" });
    const { body } = await (await server.as(name)).get(`/cards/${card.id}/my-permissions`);
    expect(Object.keys(body.effective).sort()).toEqual(all.toSorted());
    expect(allowed(body)).toEqual(expected.toSorted());
    expect(body).toMatchObject({ stakeholder_roles: [], card_level: {} });
    if (name === "admin") expect(body.app_level).toEqual({ "*": true });
    else expect(body.app_level).toMatchObject({ "inventory.view": true, "inventory.delete": false });
  });

  test("are extended by stakeholder roles, and an archived stakeholder role only shows costs", async () => {
    const card = await makeCard(admin, { type: "Widget" });
    const viewer = await server.as("viewer");
    const permissions = async () => (await viewer.get(`/cards/${card.id}/my-permissions`)).body;
    stakeholder(card.id, viewer.userId, "retired");
    expect(allowed(await permissions())).toEqual(["can_view", "can_view_costs"]);
    expect(await permissions()).toMatchObject({ stakeholder_roles: ["retired"], card_level: {} });
    stakeholder(card.id, viewer.userId, "editor");
    expect(allowed(await permissions())).toEqual(["can_edit", "can_manage_relations", "can_view", "can_view_costs"]);
    const now = await permissions();
    expect(now.stakeholder_roles.sort()).toEqual(["editor", "retired"]);
    expect(now.card_level).toEqual({ "card.view": true, "card.edit": true, "card.manage_relations": true });
  });
});
