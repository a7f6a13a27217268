/** Costs are searched for wherever they could be, by a user who may do everything but see them, and by a viewer. */
import { beforeAll, describe, expect, test } from "bun:test";
import { permissionKeys } from "../../src/core/access/permissions";
import { type Client, clientOf } from "../support/client";
import { subscribe } from "../support/events";
import { cardType, field, makeCard, relate, relationType, role, stakeholder, unique } from "../support/factories";
import { type Document, fill, type Operation, operationsOf } from "../support/openapi";
import { clientAs, testServer } from "../support/server";

/** Numbers that stand nowhere by chance. */
const BEFORE = 918_273_645;
const AFTER = 918_273_546;
const FEE = 564_738_291;
const secrets = [BEFORE, AFTER, FEE].map(String);

const server = testServer();
const admin = clientAs(server, "admin");
const viewer = clientAs(server, "viewer");
/** May do everything but see costs. */
let auditor: Client;
let operations: Operation[];

type Row = { id: string };
/** A card whose cost was changed in a batch, with a relation that has a cost, a child, and a part that the administrator has in it. */
let card: Row;
let peer: Row;
let relation: Row;
let batch: string;

beforeAll(async () => {
  auditor = await server.as(role(...permissionKeys().filter((key) => key !== "costs.view")));
  operations = operationsOf((await server.nobody.get("/api/openapi.json")).body as Document);
  cardType("Ledger", [field("price", "cost"), field("size", "number"), field("note", "text")], { has_hierarchy: true });
  relationType("funds", "Ledger", "Ledger", {
    attributes_schema: [field("fee", "cost"), field("share", "number")],
  });
  card = await makeCard(admin, { type: "Ledger", attributes: { price: BEFORE, size: 1 } });
  peer = await makeCard(admin, { type: "Ledger", parent_id: card.id, attributes: { price: AFTER } });
  relation = await relate(admin, "funds", card, peer, { attributes: { fee: FEE, share: 1 } });
  batch = (await admin.post("/mutation-batches", { tool_name: "costs" })).body.id;
  const headers = { "x-stoa-batch": batch };
  await admin.patch(`/cards/${card.id}`, { attributes: { price: AFTER, size: 2 } }, headers);
  await admin.patch(`/relations/${relation.id}`, { attributes: { fee: FEE, share: 2 } }, headers);
  stakeholder(card.id, admin.userId, "responsible");
  await admin.patch(`/cards/${card.id}`, { attributes: { price: BEFORE, size: 3 } });
  for (const client of [admin, viewer, auditor]) await client.post(`/favorites/${card.id}`);
});

/** Checks whether an answer has a cost. */
const showsCosts = (answer: unknown) => secrets.some((secret) => JSON.stringify(answer ?? null).includes(secret));

describe("a user without the right to see costs", () => {
  /** The rows that the parameters of paths stand for here. */
  const rowFor: Record<string, () => string> = {
    card_id: () => card.id,
    rel_id: () => relation.id,
    batch_id: () => batch,
    user_id: () => admin.userId as string,
    key: () => "Ledger",
    type_key: () => "Ledger",
    role_key: () => "responsible",
  };
  /** Queries without which a list leaves something out. */
  const queries: Record<string, string> = {
    "/api/v1/cards": `?type=Ledger&page_size=200`,
    "/api/v1/cards/export/json": "?types=Ledger&include_relations=true&include_stakeholders=true",
    "/api/v1/metamodel/types/{key}/field-usage": "?field_key=price",
    "/api/v1/metamodel/types/{key}/section-usage": "?field_keys=price",
    "/api/v1/metamodel/types/{key}/impact": "?field_key=price",
    "/api/v1/metamodel/types/{key}/option-usage": "?field_key=size&option_key=1",
    "/api/v1/cards/my-stakeholder": "?user_id=",
    "/api/v1/reports/landscape": "?type=Ledger&group_by=Ledger",
    "/api/v1/reports/app-portfolio": "?type=Ledger",
    "/api/v1/reports/roadmap": "?type=Ledger",
    "/api/v1/reports/portfolio": "?type=Ledger&x_axis=size&y_axis=size&size_field=size&color_field=note",
  };

  const pathOf = ({ path }: Operation) => {
    const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name as string);
    const row = (name: string) => rowFor[name]?.() ?? "01900000-0000-7000-8000-000000000000";
    const query = queries[path] ?? "";
    const user = query.endsWith("user_id=") ? admin.userId : "";
    return fill(path, Object.fromEntries(names.map((name) => [name, row(name)]))) + query + user;
  };

  /** Returns every answer of the API that only reads. */
  async function everything(client: Client): Promise<{ exposing: string[]; read: string[] }> {
    const [exposing, read]: [string[], string[]] = [[], []];
    for (const operation of operations.filter(({ method, path }) => method === "GET" && !path.endsWith("/stream"))) {
      const { status, body } = await client.get(pathOf(operation));
      expect(status, operation.name).toBeLessThan(500);
      if (status === 200) read.push(operation.path);
      if (showsCosts(body)) exposing.push(operation.path);
    }
    return { exposing, read };
  }

  test("finds no cost in any answer of the whole API", async () => {
    const known = [
      ...["/cards", "/cards/{card_id}", "/cards/{card_id}/history", "/cards/{card_id}/timeline"],
      ...["/cards/export/csv", "/cards/export/json"],
      ...["/cards/my-created", "/cards/my-stakeholder", "/events", "/events/export/csv", "/events/my-cards"],
      ...["/mutation-batches/{batch_id}/events", "/relations"],
    ].map((path) => `/api/v1${path}`);
    // The answers to the administrator show that there is something to be found.
    expect((await everything(admin)).exposing).toEqual(expect.arrayContaining(known));
    for (const client of [auditor, viewer]) expect((await everything(client)).exposing).toEqual([]);
    expect((await everything(auditor)).read).toEqual(expect.arrayContaining(known));
  });

  test.each([
    `where=price:${BEFORE}`,
    "where=price:0..999999999",
    "where=price:set",
    "where=size:1;price:1..",
    "where=p\\rice:1..",
    "where= price :1..",
    "sort_by=attributes.price",
    "sort_by=attributes.price&sort_dir=desc",
    "facets=attributes.price",
    "facets=size,attributes.price",
    "facets=type,attributes.price",
  ])("can't find costs out by ?type=Ledger&%s", async (query) => {
    for (const client of [auditor, viewer]) {
      const answer = await client.get(`/cards?type=Ledger&${query.replaceAll(" ", "%20")}`);
      expect([403, 422]).toContain(answer.status);
      expect(showsCosts(answer.body)).toBe(false);
    }
  });

  test("can't search in costs", async () => {
    for (const text of [String(BEFORE), String(AFTER), String(BEFORE).slice(0, 3), "price"])
      expect((await viewer.get(`/cards?search=${text}`)).body.total).toBe(0);
  });

  test("gets no costs from changing a card, or from a dry run of it", async () => {
    const updates = { attributes: { size: 9, price: 1 }, description: "changed" };
    const ids = [card.id, peer.id];
    const plan = await auditor.patch("/cards/bulk", { ids, updates, dry_run: true });
    expect(plan.body).toMatchObject({ would_update: 2 });
    const changed = await auditor.patch("/cards/bulk", { ids, updates });
    expect(changed.body).toHaveLength(2);
    const one = await auditor.patch(`/cards/${card.id}`, { attributes: null });
    const wrong = await auditor.patch(`/cards/${card.id}`, {
      attributes: { price: "no number" },
      strict_attributes: true,
    });
    const stale = await auditor.patch(`/cards/${card.id}`, { description: "late" }, { "if-match": '"old"' });
    expect([one.status, wrong.status, stale.status]).toEqual([200, 422, 412]);
    for (const { body } of [plan, changed, one, wrong, stale]) expect(showsCosts(body)).toBe(false);
    // Hidden costs are neither changed nor lost by the change.
    expect((await admin.get(`/cards/${card.id}`)).body.attributes).toEqual({ price: BEFORE });
    expect((await admin.get(`/cards/${peer.id}`)).body.attributes).toMatchObject({ price: AFTER });
  });

  test("gets no costs from archiving, restoring, approving or deleting", async () => {
    const { id } = await makeCard(admin, { type: "Ledger", attributes: { price: BEFORE } });
    for (const path of ["archive", "restore", "approval-status?action=reject"]) {
      const { status, body } = await auditor.post(`/cards/${id}/${path}`);
      expect(status).toBe(200);
      expect(showsCosts(body)).toBe(false);
    }
    const gone = await auditor.delete(`/cards/${id}`);
    expect(showsCosts(gone.body)).toBe(false);
    // The cards of these costs are no longer known, so the events hide them from everybody without the permission.
    expect(showsCosts((await auditor.get("/events?page_size=200")).body)).toBe(false);
    expect(showsCosts((await auditor.get("/events/export/csv")).body)).toBe(false);
  });

  test("gets no costs from relations", async () => {
    const made = await auditor.post("/relations", {
      type: "funds",
      source_id: peer.id,
      target_id: card.id,
      attributes: { fee: 1 },
    });
    const changed = await auditor.patch(`/relations/${relation.id}`, { attributes: { share: 5 } });
    const again = {
      row_index: 0,
      type: "funds",
      source: { id: card.id },
      target: { id: peer.id },
      attributes: { share: 6 },
    };
    const bulk = await auditor.post("/relations/bulk", { operations: [again] });
    expect([made.status, changed.status, bulk.status]).toEqual([201, 200, 200]);
    for (const { body } of [made, changed, bulk]) expect(showsCosts(body)).toBe(false);
    expect((await admin.get(`/relations?card_id=${card.id}`)).body).toContainEqual(
      expect.objectContaining({ id: relation.id, attributes: { fee: FEE, share: 6 } }),
    );
  });

  test("gets no costs from undoing what somebody else has done", async () => {
    const { body: plan } = await auditor.post(`/mutation-batches/${batch}/rollback`, { dry_run: true });
    expect(plan.operations.length).toBeGreaterThan(0);
    expect(showsCosts(plan)).toBe(false);
    // Costs that can't be seen can't be restored either.
    const refusal = await auditor.post(`/mutation-batches/${batch}/rollback`, { dry_run: false, force: true });
    expect(refusal.status).toBe(403);
    expect(showsCosts(refusal.body)).toBe(false);
  });

  test("gets no costs on the stream, but all other events", async () => {
    const streams = await Promise.all(
      [admin, auditor, viewer].map(async (client) => {
        const stream = await subscribe(server.url, { token: client.token });
        await stream.untilComments(1);
        return stream;
      }),
    );
    const { id } = await makeCard(admin, { type: "Ledger", attributes: { price: BEFORE } });
    await admin.patch(`/cards/${id}`, { attributes: { price: AFTER, size: 7 } });
    await admin.delete(`/cards/${id}`);
    const received = await Promise.all(streams.map((stream) => stream.until(3)));
    expect(received.map(showsCosts)).toEqual([true, false, false]);
    for (const events of received) {
      expect(events.map(({ event }) => event)).toEqual(["card.created", "card.updated", "card.deleted"]);
      expect(events[1]?.data["changes"]).toMatchObject({ attributes: { new: { size: 7 } } });
    }
    // The costs stay hidden when the card is deleted before the client reconnects.
    const late = await subscribe(server.url, { token: viewer.token, lastEventId: received[2]?.[0]?.id });
    expect(showsCosts(await late.until(2))).toBe(false);
    for (const stream of [...streams, late]) await stream.close();
  });

  test("gets no costs from notifications", async () => {
    const holder = await server.as("member");
    stakeholder(peer.id, holder.userId, "responsible");
    await admin.patch(`/cards/${peer.id}`, { attributes: { price: BEFORE } });
    const { body } = await holder.get("/notifications");
    expect(body.total).toBe(1);
    expect(showsCosts(body)).toBe(false);
  });
});

// Any stakeholder role in a card opens its costs, and every user who sees a card may observe it, as the API defines.
describe("the costs of a card for its stakeholders", () => {
  const card = (cost: number) => makeCard(admin, { type: "Application", attributes: { costTotalAnnual: cost } });
  const costsFor = async (client: Client, { id }: { id: string }) => {
    const [one, permissions, { body: list }] = await Promise.all([
      client.get(`/cards/${id}`),
      client.get(`/cards/${id}/my-permissions`),
      client.get("/cards?type=Application&page_size=200"),
    ]);
    const listed = list.items.find((item: { id: string }) => item.id === id);
    expect(listed.attributes).toEqual(one.body.attributes);
    expect(permissions.body.effective.can_view_costs).toBe("costTotalAnnual" in one.body.attributes);
    return one.body.attributes;
  };

  test("are not shown to a user who observes it, which every user may do without help", async () => {
    const watcher = await server.as("viewer");
    const watched = await card(BEFORE);
    expect((await watcher.post(`/cards/${watched.id}/me/observe`)).status).toBe(201);
    expect(await costsFor(watcher, watched)).toEqual({});
    expect(showsCosts((await watcher.get(`/cards/${watched.id}/history`)).body)).toBe(false);
    expect((await watcher.delete(`/cards/${watched.id}/me/observe`)).status).toBe(204);
    const invited = { user_id: watcher.userId, role: "observer" };
    expect((await admin.post(`/cards/${watched.id}/stakeholders`, invited)).status).toBe(201);
    expect(await costsFor(watcher, watched)).toEqual({});
  });

  test("are shown when somebody else gave the role, and not when the user gave it to themselves", async () => {
    const manager = await server.as(role("inventory.view", "stakeholders.manage", "stakeholders.view"));
    const [own, given] = [await card(BEFORE), await card(AFTER)];
    const responsible = { user_id: manager.userId, role: "responsible" };
    expect((await manager.post(`/cards/${own.id}/stakeholders`, responsible)).status).toBe(201);
    const { body: assignment } = await admin.post(`/cards/${given.id}/stakeholders`, responsible);
    expect([await costsFor(manager, own), await costsFor(manager, given)]).toEqual([{}, { costTotalAnnual: AFTER }]);
    const change = (client: Client, to: string) =>
      client.patch(`/stakeholders/${assignment.id}`, { ...responsible, role: to });
    // A role that users give themselves opens nothing, also in place of one that was given.
    for (const to of ["observer", "responsible"]) expect((await change(manager, to)).status).toBe(200);
    expect(await costsFor(manager, given)).toEqual({});
    for (const to of ["observer", "responsible"]) expect((await change(admin, to)).status).toBe(200);
    expect(await costsFor(manager, given)).toEqual({ costTotalAnnual: AFTER });
  });

  test("are shown when the role was given before it was recorded who gives one", async () => {
    const partner = await server.as("viewer");
    const shared = await card(BEFORE);
    stakeholder(shared.id, partner.userId, "responsible");
    expect(await costsFor(partner, shared)).toEqual({ costTotalAnnual: BEFORE });
  });
});

describe("a cost that is no longer declared", () => {
  test("stays redacted in all its events when it was a field", async () => {
    const type = cardType(unique("Ledger"), [field("price", "cost"), field("size", "number")]);
    const { id } = await makeCard(admin, { type, attributes: { price: BEFORE, size: 1 } });
    await admin.patch(`/cards/${id}`, { attributes: { price: AFTER, size: 2 } });
    const fields_schema = [{ section: "Main", fields: [{ key: "size", label: "size", type: "number" }] }];
    expect((await admin.patch(`/metamodel/types/${type}`, { fields_schema })).status).toBe(200);
    expect(showsCosts((await admin.get(`/cards/${id}/history`)).body)).toBe(true);
    for (const client of [auditor, viewer])
      expect(showsCosts((await client.get(`/cards/${id}/history`)).body)).toBe(false);
    expect(showsCosts((await auditor.get("/events?page_size=200")).body)).toBe(false);
  });

  test("stays hidden from a user who undoes a change of it when it was an attribute of a deleted relation type", async () => {
    const [one, other] = [await makeCard(admin, { type: "Ledger" }), await makeCard(admin, { type: "Ledger" })];
    const type = relationType(unique("funds"), "Ledger", "Ledger", { attributes_schema: [field("fee", "cost")] });
    const { id } = await relate(admin, type, one, other, { attributes: { fee: FEE } });
    const own = (await auditor.post("/mutation-batches", { tool_name: "relations" })).body.id;
    await auditor.patch(`/relations/${id}`, { description: "changed" }, { "x-stoa-batch": own });
    expect((await admin.delete(`/metamodel/relation-types/${type}?force=true`)).status).toBe(200);
    const plan = await auditor.post(`/mutation-batches/${own}/rollback`, { dry_run: true });
    const result = await auditor.post(`/mutation-batches/${own}/rollback`, { dry_run: false });
    expect([plan.status, result.status]).toEqual([200, 200]);
    for (const { body } of [plan, result]) expect(showsCosts(body)).toBe(false);
    expect(showsCosts((await auditor.get("/events?page_size=200")).body)).toBe(false);
  });
});

describe("a value that is calculated from costs", () => {
  const calculate = async (type: string, target: string, formula: string) => {
    const body = { name: unique("Sum "), target_type_key: type, target_field_key: target, formula };
    const { id } = (await admin.post("/calculations", body)).body;
    expect((await admin.post(`/calculations/${id}/activate`)).status).toBe(200);
    return id as string;
  };

  test("is hidden like costs when its field is one, and shown to nobody by a trial", async () => {
    const type = cardType(unique("Ledger"), [field("price", "cost"), field("double", "cost")]);
    const id = await calculate(type, "double", "data.price * 2");
    const made = await makeCard(admin, { type, attributes: { price: BEFORE } });
    expect((await admin.get(`/cards/${made.id}`)).body.attributes.double).toBe(2 * BEFORE);
    expect((await viewer.get(`/cards/${made.id}`)).body.attributes).toEqual({});
    const trial = (client: Client) => client.post(`/calculations/${id}/test`, { card_id: made.id });
    expect((await trial(admin)).body).toMatchObject({ success: true, computed_value: 2 * BEFORE });
    expect(JSON.stringify((await trial(auditor)).body)).not.toContain(String(2 * BEFORE));
    expect(showsCosts((await auditor.get("/calculations")).body)).toBe(false);
  });

  // The author of a calculation decides who may see its result, by the kind of its target field. That is an
  // administrator's act, and the journal records it.
  test("is shown when an administrator stores it in a field that is no cost", async () => {
    const type = cardType(unique("Ledger"), [field("price", "cost"), field("level", "text")]);
    await calculate(type, "level", "'high' if data.price > 1000 else 'low'");
    const made = await makeCard(admin, { type, attributes: { price: BEFORE } });
    expect((await viewer.get(`/cards/${made.id}`)).body.attributes).toEqual({ level: "high" });
    const activations = (await admin.get("/events?event_type=calculation.activated")).body;
    expect(activations[0]).toMatchObject({ user_id: admin.userId });
  });
});

test("an administrator who views the application as a viewer sees no costs", async () => {
  const { id } = await makeCard(admin, { type: "Ledger", attributes: { price: BEFORE } });
  const { access_token } = (await admin.post("/auth/impersonate", { role: "viewer" })).body;
  const viewing = clientOf(server.url, access_token);
  for (const path of [`/cards/${id}`, `/cards/${id}/history`, "/cards/export/csv?type=Ledger"]) {
    const { status, body } = await viewing.get(path);
    expect(status).toBe(200);
    // The administrator has a part in one of the cards, which stays theirs.
    expect(JSON.stringify(body)).not.toContain(path.includes("csv") ? String(AFTER) : String(BEFORE));
  }
});
