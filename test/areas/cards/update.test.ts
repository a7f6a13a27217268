import { beforeAll, describe, expect, test } from "bun:test";
import { statement, transaction } from "../../../db";
import type { Client } from "../../support/client";
import {
  cardNow,
  cardType,
  field,
  makeCard,
  role,
  stakeholder,
  stakeholderRole,
  storedCards,
  unique,
  violationsOf,
  watch,
} from "../../support/factories";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");
beforeAll(() => {
  cardType("Widget", [field("price", "cost"), field("site", "url"), field("size", "number"), field("note", "text")]);
  cardType("Bare");
  stakeholderRole("Widget", "keeper", ["card.view", "card.edit"]);
  stakeholderRole("Widget", "archivist", ["card.view", "card.edit", "card.archive"]);
  stakeholderRole("Widget", "onlooker", ["card.view"]);
});

const start = {
  type: "Widget",
  subtype: "one",
  description: "before",
  lifecycle: { plan: "2026-01-01" },
  attributes: { price: 5, size: 1, note: "n" },
  external_id: "E",
  alias: "A",
};

const nobodysId = "01900000-0000-7000-8000-000000000000";

describe("a change of a card", () => {
  test.each([
    ["name", "after"],
    ["subtype", "two"],
    ["subtype", null],
    ["description", "after"],
    ["description", null],
    ["lifecycle", { active: "2026-02-02" }],
    ["lifecycle", {}],
    ["lifecycle", null],
    ["attributes", { size: 2 }],
    ["attributes", {}],
    ["attributes", null],
    ["external_id", "F"],
    ["external_id", null],
    ["alias", "B"],
    ["alias", null],
    ["status", "PHASING_OUT"],
  ])("sets %s to %j as a whole, publishes it, and stores its author", async (name, value) => {
    const card = await makeCard(admin, start);
    const member = await server.as("member");
    const published = await watch(admin);
    const { status, body } = await member.patch(`/cards/${card.id}`, { [name]: value });
    expect(status).toBe(200);
    expect(body).toMatchObject({ updated_by: member.userId, created_by: admin.userId });
    expect(body[name]).toEqual(value);
    for (const other of ["name", "description", "lifecycle", "attributes", "external_id", "alias", "status"])
      if (other !== name) expect(body[other]).toEqual(card[other]);
    expect(await cardNow(member, card.id)).toEqual(body);
    expect(await published()).toMatchObject([
      {
        event_type: "card.updated",
        card_id: card.id,
        user_id: member.userId,
        data: { id: card.id, changes: { [name]: { old: card[name], new: value } } },
      },
    ]);
  });

  test("is published once for several fields, with those that differ and no others", async () => {
    const card = await makeCard(admin, start);
    const published = await watch(admin);
    await admin.patch(`/cards/${card.id}`, { name: "Several", alias: "A", description: "now", subtype: "one" });
    const [event, ...others] = await published();
    expect(others).toEqual([]);
    expect(event.data.changes).toEqual({
      name: { old: card.name, new: "Several" },
      description: { old: "before", new: "now" },
    });
  });

  test.each([
    ["nothing", {}],
    ["what it is already", start],
    ["its attributes in another order", { attributes: { note: "n", size: 1, price: 5 } }],
    ["its status", { status: "ACTIVE" }],
    ["fields that can't be changed", { type: "Bare", approval_status: "APPROVED", tags: [], data_quality: 3, id: 1 }],
    ["strictness alone", { strict_attributes: true }],
    ["the parent it hasn't", { parent_id: "" }],
  ])("writes nothing and publishes nothing with %s", async (_, fields) => {
    const card = await makeCard(admin, start);
    const member = await server.as("member");
    const published = await watch(admin);
    const { status, body } = await member.patch(`/cards/${card.id}`, fields);
    expect(status).toBe(200);
    expect(body).toEqual(card);
    expect(await published()).toEqual([]);
  });

  test("returns the tags and stakeholders of the card", async () => {
    const card = await makeCard(admin, start);
    stakeholder(card.id, admin.userId, "keeper");
    const { body } = await admin.patch(`/cards/${card.id}`, { alias: "X" });
    expect(body.stakeholders).toEqual([
      {
        id: expect.any(String),
        user_id: admin.userId,
        user_display_name: expect.any(String),
        user_email: expect.stringContaining("@"),
        role: "keeper",
      },
    ]);
  });

  test("is possible for an archived card", async () => {
    const [id] = storedCards([{ type: "Widget", name: unique("Old "), status: "ARCHIVED" }]);
    expect(await admin.patch(`/cards/${id}`, { description: "still" })).toMatchObject({ status: 200 });
  });
});

describe("a refused change", () => {
  test.each([
    ["a name that is null", { name: null }, ["body.name: string_type"]],
    ["a name of 501 letters", { name: "n".repeat(501) }, ["body.name: string_too_long"]],
    ["a status that is null", { status: null }, ["body.status: literal_error"]],
    ["an unknown status", { status: "GONE" }, ["body.status: literal_error"]],
    ["a status in lower case", { status: "active" }, ["body.status: literal_error"]],
    ["a parent that is no id", { parent_id: "x" }, ["body.parent_id: uuid_parsing"]],
    ["a parent that there isn't", { parent_id: nobodysId }, ["body.parent_id: value_error"]],
    ["attributes that are a list", { attributes: [1] }, ["body.attributes: dict_type"]],
    [
      "attributes that are too deep",
      { attributes: { a: { b: { c: { d: { e: {} } } } } } },
      ["body.attributes: value_error"],
    ],
    ["a lifecycle that is text", { lifecycle: "active" }, ["body.lifecycle: dict_type"]],
  ])("%s changes no other field of the request, and publishes nothing", async (_, fields, expected) => {
    const card = await makeCard(admin, start);
    const published = await watch(admin);
    const { status, body } = await admin.patch(`/cards/${card.id}`, { alias: "changed", ...fields });
    expect(status).toBe(422);
    expect(violationsOf(body)).toEqual(expected);
    expect(await cardNow(admin, card.id)).toEqual(card);
    expect(await published()).toEqual([]);
  });

  test("is reported as such for a body that is no object", async () => {
    const card = await makeCard(admin, start);
    for (const body of ["[]", '"text"', "1"]) {
      const answer = await admin.patch(`/cards/${card.id}`, body);
      expect(violationsOf(answer.body)).toEqual(["body: model_attributes_type"]);
    }
  });

  test("has the attributes checked as at the creation", async () => {
    const card = await makeCard(admin, start);
    const link = await admin.patch(`/cards/${card.id}`, { attributes: { site: "javascript:1" } });
    expect(link).toMatchObject({ status: 422, body: { detail: expect.stringContaining("site") } });
    const strict = await admin.patch(`/cards/${card.id}`, { attributes: { nope: 1 }, strict_attributes: true });
    expect(strict).toMatchObject({ status: 422, body: { detail: { error: "unknown_attribute_keys" } } });
  });
});

describe("the approval of a card", () => {
  test.each([
    [{ name: "Other" }, true],
    [{ description: "other" }, true],
    [{ lifecycle: {} }, true],
    [{ attributes: { size: 3 } }, true],
    [{ subtype: "two" }, true],
    [{ alias: "other" }, true],
    [{ parent_id: "PARENT" }, true],
    [{ external_id: "other" }, false],
    [{ status: "PHASING_OUT" }, false],
    [{ description: "before" }, false],
    [{}, false],
  ])("is broken by %j: %p", async (fields, breaks) => {
    const parent = await makeCard(admin, { type: "Bare" });
    const card = await makeCard(admin, start);
    await admin.post(`/cards/${card.id}/approval-status?action=approve`);
    const sent = "parent_id" in fields ? { parent_id: parent.id } : "name" in fields ? { name: unique("N ") } : fields;
    const { body } = await admin.patch(`/cards/${card.id}`, sent);
    expect(body.approval_status).toBe(breaks ? "BROKEN" : "APPROVED");
  });

  test.each(["DRAFT", "REJECTED", "BROKEN"])("stays when it is %s", async (approvalStatus) => {
    const [id] = storedCards([{ type: "Widget", name: unique("S "), approval_status: approvalStatus }]);
    const { body } = await admin.patch(`/cards/${id}`, { description: "other" });
    expect(body).toMatchObject({ description: "other", approval_status: approvalStatus });
  });

  test("is broken without an event of its own", async () => {
    const card = await makeCard(admin, start);
    await admin.post(`/cards/${card.id}/approval-status?action=approve`);
    const published = await watch(admin);
    await admin.patch(`/cards/${card.id}`, { alias: "other" });
    expect((await published()).map((event) => [event.event_type, event.data.changes])).toEqual([
      ["card.updated", { alias: { old: "A", new: "other" } }],
    ]);
  });
});

describe("costs that a user may not see", () => {
  let clerk: Client;
  beforeAll(async () => {
    clerk = await server.as(role("inventory.view", "inventory.edit"));
  });

  test.each([
    ["other attributes", { size: 9 }, { price: 5, size: 9 }],
    ["another cost", { price: 1, size: 9 }, { price: 5, size: 9 }],
    ["a cost that is null", { price: null }, { price: 5 }],
    ["no attributes", {}, { price: 5 }],
    ["null", null, { price: 5 }],
  ])("stay when the user sends %s", async (_, attributes, stored) => {
    const card = await makeCard(admin, start);
    const { status, body } = await clerk.patch(`/cards/${card.id}`, { attributes });
    expect(status).toBe(200);
    expect(body.attributes).not.toHaveProperty("price");
    expect((await cardNow(admin, card.id)).attributes).toEqual(stored);
  });

  test("can't be set by the user where there are none", async () => {
    const card = await makeCard(admin, { ...start, attributes: {} });
    await clerk.patch(`/cards/${card.id}`, { attributes: { price: 1, size: 2 } });
    expect((await cardNow(admin, card.id)).attributes).toEqual({ size: 2 });
  });

  test("make no change of their own", async () => {
    const card = await makeCard(admin, start);
    const published = await watch(admin);
    await clerk.patch(`/cards/${card.id}`, { attributes: { price: 77, size: 1, note: "n" } });
    expect(await published()).toEqual([]);
    expect(await cardNow(admin, card.id)).toEqual(card);
  });

  test("can be changed by the user as a stakeholder of the card", async () => {
    const card = await makeCard(admin, start);
    stakeholder(card.id, clerk.userId, "onlooker");
    const { body } = await clerk.patch(`/cards/${card.id}`, { attributes: { price: 1 } });
    expect(body.attributes).toEqual({ price: 1 });
    expect((await clerk.patch(`/cards/${card.id}`, { attributes: null })).body.attributes).toBeNull();
  });

  test("are shown to a viewer who is a stakeholder, but can't be changed", async () => {
    const card = await makeCard(admin, start);
    const viewer = await server.as("viewer");
    stakeholder(card.id, viewer.userId, "onlooker");
    expect((await cardNow(viewer, card.id)).attributes).toEqual(start.attributes);
    expect((await viewer.patch(`/cards/${card.id}`, { attributes: {} })).status).toBe(403);
  });
});

describe("the status of a card", () => {
  test("becomes ARCHIVED by a change, which is published as archiving", async () => {
    const card = await makeCard(admin, start);
    const published = await watch(admin);
    const { body } = await admin.patch(`/cards/${card.id}`, { status: "ARCHIVED", alias: "last words" });
    expect(body).toMatchObject({ status: "ARCHIVED", archived_at: expect.any(String), alias: "last words" });
    expect((await published()).map((event) => event.event_type)).toEqual(["card.updated", "card.archived"]);
  });

  test("can't become ARCHIVED while there are children without a strategy", async () => {
    const card = await makeCard(admin, start);
    await makeCard(admin, { type: "Widget", parent_id: card.id });
    const published = await watch(admin);
    const answer = await admin.patch(`/cards/${card.id}`, { status: "ARCHIVED", alias: "not written" });
    expect(answer).toMatchObject({ status: 409, body: { detail: { error: "children_present", child_count: 1 } } });
    expect((await cardNow(admin, card.id)).alias).toBe("A");
    expect(await published()).toEqual([]);
  });

  test.each(["ACTIVE", "PHASING_IN", "PHASING_OUT", "END_OF_LIFE"])(
    "becomes %s by restoring when the card was archived",
    async (status) => {
      const card = await makeCard(admin, start);
      await admin.post(`/cards/${card.id}/archive`);
      const published = await watch(admin);
      const { body } = await admin.patch(`/cards/${card.id}`, { status });
      expect(body).toMatchObject({ status, archived_at: null });
      const [restored, changed, ...others] = await published();
      expect(restored.event_type).toBe("card.restored");
      if (status === "ACTIVE") expect(changed).toBeUndefined();
      else expect(changed.data.changes).toEqual({ status: { old: "ACTIVE", new: status } });
      expect(others).toEqual([]);
    },
  );

  test("needs the right to archive to change from and to ARCHIVED, and otherwise the right to edit", async () => {
    const card = await makeCard(admin, start);
    const clerk = await server.as(role("inventory.view", "inventory.edit"));
    const refused = { status: 403, body: { detail: "Not enough permissions" } };
    expect(await clerk.patch(`/cards/${card.id}`, { status: "ARCHIVED" })).toMatchObject(refused);
    expect((await clerk.patch(`/cards/${card.id}`, { status: "END_OF_LIFE" })).status).toBe(200);
    await admin.post(`/cards/${card.id}/archive`);
    expect(await clerk.patch(`/cards/${card.id}`, { status: "ACTIVE" })).toMatchObject(refused);
    stakeholder(card.id, clerk.userId, "archivist");
    expect((await clerk.patch(`/cards/${card.id}`, { status: "ACTIVE" })).status).toBe(200);
  });
});

describe("siblings of one type", () => {
  test.each([
    ["a rename", { name: " tWIN " }],
    ["a rename with letters beyond ASCII", { name: "ÉTÉ жук" }],
  ])("can't get the same name by %s", async (_, fields) => {
    const parent = await makeCard(admin, { type: "Bare" });
    const here = { type: "Widget", parent_id: parent.id };
    const existing = [
      await makeCard(admin, { ...here, name: "Twin" }),
      await makeCard(admin, { ...here, name: "été ЖУК" }),
    ];
    const card = await makeCard(admin, here);
    const answer = await admin.patch(`/cards/${card.id}`, fields);
    expect(answer.status).toBe(409);
    expect(existing.some((one) => answer.body.detail.includes(one.id))).toBe(true);
  });

  test("can't get the same name by a move", async () => {
    const parent = await makeCard(admin, { type: "Bare" });
    await makeCard(admin, { type: "Widget", name: "Mover", parent_id: parent.id });
    const card = await makeCard(admin, { type: "Widget", name: "mover" });
    expect((await admin.patch(`/cards/${card.id}`, { parent_id: parent.id })).status).toBe(409);
    expect((await admin.patch(`/cards/${card.id}`, { parent_id: parent.id, name: "Moved" })).status).toBe(200);
  });

  test("can be edited otherwise when they have the same name already", async () => {
    const [, id] = storedCards([
      { type: "Widget", name: "Double" },
      { type: "Widget", name: "Double" },
    ]);
    expect((await admin.patch(`/cards/${id}`, { description: "x" })).status).toBe(200);
    expect((await admin.patch(`/cards/${id}`, { name: "Double", description: "y" })).status).toBe(200);
    expect((await admin.patch(`/cards/${id}`, { name: "double" })).status).toBe(409);
    expect((await admin.patch(`/cards/${id}`, { name: " " })).status).toBe(200);
  });

  test("can keep their name in another case", async () => {
    const card = await makeCard(admin, { type: "Widget", name: "mine alone" });
    expect((await admin.patch(`/cards/${card.id}`, { name: "Mine Alone" })).status).toBe(200);
  });

  test("count only while they are active: an archived card may have the name of an active one", async () => {
    await makeCard(admin, { type: "Widget", name: "Held" });
    const [id] = storedCards([{ type: "Widget", name: "Free", status: "ARCHIVED" }]);
    expect((await admin.patch(`/cards/${id}`, { name: "held" })).status).toBe(200);
    expect((await admin.patch(`/cards/${id}`, { name: "HELD", status: "ACTIVE" })).status).toBe(409);
  });
});

describe("the right to change cards", () => {
  test.each([
    ["admin", [], 200],
    ["bpm_admin", [], 200],
    ["member", [], 200],
    ["viewer", [], 403],
    ["viewer", ["onlooker"], 403],
    ["viewer", ["keeper"], 200],
    ["viewer", ["onlooker", "keeper"], 200],
    ["viewer", ["a part that nobody defined"], 403],
  ] as [string, string[], number][])(
    "is checked for a %s with the stakeholder roles %j: status %i",
    async (name, parts, status) => {
      const card = await makeCard(admin, start);
      const client = await server.as(name);
      for (const part of parts) stakeholder(card.id, client.userId, part);
      const answer = await client.patch(`/cards/${card.id}`, { alias: "X" });
      expect(answer.status).toBe(status);
      if (status === 403) expect(answer.body).toEqual({ detail: "Not enough permissions" });
    },
  );

  test("is given by a stakeholder role only on its own card, for its own type, and while it is not archived", async () => {
    const [mine, other] = [await makeCard(admin, start), await makeCard(admin, start)];
    const bare = await makeCard(admin, { type: "Bare" });
    stakeholderRole("Widget", "retired", ["card.edit"], { is_archived: true });
    const viewer = await server.as("viewer");
    stakeholder(mine.id, viewer.userId, "keeper");
    stakeholder(bare.id, viewer.userId, "keeper");
    stakeholder(other.id, viewer.userId, "retired");
    const edit = async (id: string) => (await viewer.patch(`/cards/${id}`, { alias: unique("a") })).status;
    expect([await edit(mine.id), await edit(other.id), await edit(bare.id)]).toEqual([200, 403, 403]);
  });

  test("is needed to learn whether a card exists", async () => {
    const [viewer, member] = [await server.as("viewer"), await server.as("member")];
    for (const id of [nobodysId, "nonsense", "%00"]) {
      expect(await viewer.patch(`/cards/${id}`, {})).toMatchObject({ status: 403 });
      expect(await member.patch(`/cards/${id}`, {})).toMatchObject({
        status: 404,
        body: { detail: "Card not found" },
      });
      expect(await server.nobody.patch(`/cards/${id}`, {})).toMatchObject({ status: 401 });
    }
  });
});

describe("the version of a card", () => {
  const version = async (id: string) => (await admin.get(`/cards/${id}`)).headers.get("etag") as string;

  test("is another one after each change, however fast they follow", async () => {
    const { id } = await makeCard(admin, { type: "Widget" });
    const changes = await Promise.all([1, 2, 3, 4].map((at) => admin.patch(`/cards/${id}`, { description: `${at}` })));
    const versions = changes.map(({ headers }) => headers.get("etag") as string);
    expect(new Set(versions).size).toBe(4);
    const latest = await version(id);
    for (const stale of versions.filter((one) => one !== latest))
      expect((await admin.patch(`/cards/${id}`, { alias: "stale" }, { "if-match": stale })).status).toBe(412);
    expect((await admin.patch(`/cards/${id}`, { alias: "fresh" }, { "if-match": latest })).status).toBe(200);
  });

  test.each([
    ["changing", (id: string) => admin.patch(`/cards/${id}`, { description: "d" })],
    ["changing in bulk", (id: string) => admin.patch("/cards/bulk", { ids: [id], updates: { alias: "bulk" } })],
    ["approving", (id: string) => admin.post(`/cards/${id}/approval-status?action=approve`)],
    ["archiving", (id: string) => admin.post(`/cards/${id}/archive`)],
    ["restoring", (id: string) => admin.post("/cards/bulk-restore", { card_ids: [id] })],
  ])("is the next millisecond's when %s comes in the same millisecond as another change", async (_what, change) => {
    const { id } = await makeCard(admin, { type: "Widget" });
    await admin.patch(`/cards/${id}`, { status: "PHASING_OUT" });
    transaction(() => statement("UPDATE cards SET updated_at = '2999-01-01T00:00:00.000Z' WHERE id = ?").run(id));
    expect((await change(id)).status).toBe(200);
    expect(await version(id)).toBe('"2999-01-01T00:00:00.001Z"');
  });
});
