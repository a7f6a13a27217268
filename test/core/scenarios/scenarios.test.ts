/** Scenarios: changes of a landscape that is only planned, over the real server and its threads. */
import { beforeAll, expect, test } from "bun:test";
import { firstValue } from "../../../db";
import { MERGED_AT_ONCE } from "../../../src/core/scenarios/merging";
import { bytesOf, download, formOf, MIB, patterned } from "../../areas/file-attachments/support";
import type { Client } from "../../support/client";
import { openEvents } from "../../support/event-stream";
import { testServer } from "../../support/server";

const server = testServer();
let admin: Client;
beforeAll(async () => {
  admin = await server.as("admin");
});

const inScenario = (id: string) => ({ "x-stoa-scenario": id });

async function createScenario(name = "Cloud first"): Promise<string> {
  const { status, body } = await admin.post("/scenarios", { name });
  expect(status).toBe(201);
  return body.id;
}

async function createCard(name: string, headers: Record<string, string> = {}): Promise<string> {
  const { status, body } = await admin.post("/cards", { type: "Application", name }, headers);
  expect(status).toBe(201);
  return body.id;
}

const component = async (name: string): Promise<string> =>
  (await admin.post("/cards", { type: "ITComponent", name })).body.id;

async function related(source_id: string, target_id: string, headers = {}, type = "relAppToITC"): Promise<string> {
  const { status, body } = await admin.post("/relations", { type, source_id, target_id }, headers);
  expect(status).toBe(201);
  return body.id;
}

const events = () => firstValue<number>("SELECT count(*) FROM events WHERE event_type LIKE 'card.%'");

test("changes in a scenario are seen in it alone", async () => {
  const ledger = await createCard("Ledger");
  const before = events();
  const scenario = await createScenario();
  const renamed = await admin.patch(`/cards/${ledger}`, { name: "Ledger NG" }, inScenario(scenario));
  expect(renamed.status).toBe(200);
  expect(renamed.body.name).toBe("Ledger NG");
  expect(renamed.headers.get("x-stoa-scenario")).toBe(scenario);
  const cloud = await createCard("Cloud ledger", inScenario(scenario));
  expect((await admin.get(`/cards/${ledger}`)).body.name).toBe("Ledger");
  expect((await admin.get(`/cards/${cloud}`)).status).toBe(404);
  expect((await admin.get(`/cards/${cloud}?scenario=${scenario}`)).body.name).toBe("Cloud ledger");
  expect((await admin.get("/cards?search=ledger", inScenario(scenario))).body.total).toBe(2);
  expect(events()).toBe(before);
  const { body: changes } = await admin.get(`/scenarios/${scenario}/changes`);
  expect(changes.map(({ sentence }: { sentence: string }) => sentence)).toEqual([
    expect.stringContaining("Ledger NG"),
    expect.stringContaining("Cloud ledger"),
  ]);
  // Another change is refused, and is no change of the scenario.
  expect((await admin.patch(`/cards/${ledger}`, { name: 5 }, inScenario(scenario))).status).toBe(422);
  expect((await admin.get(`/scenarios/${scenario}`)).body).toMatchObject({
    changes: 2,
    is_stale: false,
    state: "draft",
  });
  const merged = await admin.post(`/scenarios/${scenario}/merge`, {});
  expect(merged.body).toMatchObject({ is_merged: true, merged: 2, obstacles: [] });
  expect((await admin.get(`/cards/${cloud}`)).body.name).toBe("Cloud ledger");
  expect((await admin.get(`/cards/${ledger}`)).body.name).toBe("Ledger NG");
});

test("a state of the past that is made while a scenario is open has nothing of the scenario", async () => {
  const at = new Date().toISOString();
  await createCard("Later");
  const scenario = await createScenario();
  const planned = await createCard("Planned alone", inScenario(scenario));
  expect((await admin.get(`/cards/${planned}`, { "x-stoa-at": at })).status).toBe(404);
});

const changesOf = async (id: string): Promise<{ id: string; sentence: string }[]> =>
  (await admin.get(`/scenarios/${id}/changes`)).body;

test("a change is taken out of a scenario, whose other changes are made without it", async () => {
  const scenario = await createScenario();
  const card = await createCard("Archive", inScenario(scenario));
  const renamed = await admin.patch(`/cards/${card}`, { name: "Archive 2" }, inScenario(scenario));
  const change = renamed.headers.get("x-stoa-change");
  expect(change).toBeTruthy();
  expect((await admin.delete(`/scenarios/${scenario}/changes/${change}`)).status).toBe(204);
  expect((await admin.get(`/cards/${card}`, inScenario(scenario))).body.name).toBe("Archive");
  const [created] = await changesOf(scenario);
  expect((await admin.delete(`/scenarios/${scenario}/changes/${created?.id}`)).status).toBe(204);
  expect((await admin.get(`/cards/${card}`, inScenario(scenario))).status).toBe(404);
  expect((await admin.delete(`/scenarios/${scenario}/changes/${created?.id}`)).status).toBe(404);
});

const rollback = (client: Client, batch: string | null, headers: Record<string, string>, more: object = {}) =>
  client.post(`/mutation-batches/${batch}/rollback`, { dry_run: false, ...more }, headers);

test("a change of a scenario is a batch of its own journal, and undoing that is one more change, which is merged as well", async () => {
  const ledger = await createCard("General ledger");
  const scenario = await createScenario("Undone in part");
  const here = inScenario(scenario);
  await createCard("Before", here);
  const renamed = await admin.patch(`/cards/${ledger}`, { name: "General ledger 2" }, here);
  const [change, batch] = ["x-stoa-change", "x-stoa-batch"].map((name) => renamed.headers.get(name));
  expect(batch).toBe(change as string);
  await admin.patch(`/cards/${ledger}`, { description: "planned" }, here);
  const { body: list } = await admin.get("/mutation-batches", here);
  expect(list.items[1]).toMatchObject({ id: change, actor_user_id: admin.userId });
  expect((await admin.get(`/mutation-batches/${change}/events`, here)).body.events).toMatchObject([
    { event_type: "card.updated", card_id: ledger },
  ]);
  expect((await admin.get(`/mutation-batches/${change}`)).status).toBe(404);
  // A rehearsal is no change, and a later change of the same card is in the way as it is in the landscape.
  const planned = await admin.post(`/mutation-batches/${change}/rollback`, { dry_run: true }, here);
  expect(planned.body.conflicting_batches).toMatchObject([{ touched_entities: [ledger] }]);
  expect(planned.headers.get("x-stoa-change")).toBeNull();
  expect((await rollback(admin, change as string, here)).status).toBe(409);
  const undone = await rollback(admin, change as string, here, { force: true });
  expect(undone.body).toMatchObject({ reversed_batch_id: change, results: [{ status: "ok" }] });
  expect(undone.body.rollback_batch_id).toBe(undone.headers.get("x-stoa-change"));
  // The journal of the scenario follows that of the landscape.
  const { body: events } = await admin.get(`/events?card_id=${ledger}`, here);
  expect(events.map((event: { event_type: string }) => event.event_type)).toEqual([
    "card.updated",
    "card.updated",
    "card.created",
  ]);
  const { body: csv } = await admin.get(`/events/export/csv?card_id=${ledger}`, here);
  expect([...String(csv).matchAll(/,(card\.\w+),/g)].map(([, type]) => type)).toEqual([
    "card.created",
    "card.updated",
    "card.updated",
  ]);
  const { body: timeline } = await admin.get(`/cards/${ledger}/timeline`, here);
  expect(timeline.items.map((event: { batch_id: string | null }) => event.batch_id)).toEqual([
    expect.any(String),
    change,
    expect.any(String),
  ]);
  const named = async (headers?: Record<string, string>) => (await admin.get(`/cards/${ledger}`, headers)).body;
  const expected = { name: "General ledger", description: "planned" };
  expect(await named(here)).toMatchObject(expected);
  // It is the same once the scenario follows the landscape, and lacks a change that came before.
  const [first] = await changesOf(scenario);
  await admin.delete(`/scenarios/${scenario}/changes/${first?.id}`);
  await createCard("Meanwhile");
  expect((await admin.post(`/scenarios/${scenario}/rebase`, {})).body.is_rebased).toBe(true);
  expect(await named(here)).toMatchObject(expected);
  const { body: merged } = await admin.post(`/scenarios/${scenario}/merge`, {});
  expect(merged).toMatchObject({ is_merged: true, merged: 3, obstacles: [] });
  expect(await named()).toMatchObject(expected);
  const plan = await admin.post(`/mutation-batches/${merged.batch_id}/rollback`, { dry_run: true });
  expect(plan.body.complete).toBe(true);
  expect((await rollback(admin, merged.batch_id, {})).status).toBe(200);
  expect(await named()).toMatchObject({ name: "General ledger", description: null });
});

test("changes of a scenario that name a batch which it has opened belong to it, are undone together, and are merged", async () => {
  const scenario = await createScenario("Together");
  const here = inScenario(scenario);
  const opening = { tool_name: "script", dry_run: true };
  const { body: batch } = await admin.post("/mutation-batches?row_count=30", opening, here);
  const inBatch = { ...here, "x-turbo-ea-batch": batch.id };
  const cards = [await createCard("Together 1", inBatch), await createCard("Together 2", inBatch)];
  const closing = { confirm_token: batch.confirm_token };
  const closed = await admin.post(`/mutation-batches/${batch.id}/commit`, closing, here);
  expect(closed).toMatchObject({ status: 200, body: { committed_at: expect.any(String) } });
  const undone = await rollback(admin, batch.id, here);
  expect(undone.body.results).toHaveLength(2);
  const stands = async (headers = {}) =>
    (await Promise.all(cards.map((card) => admin.get(`/cards/${card}`, headers)))).map(({ status }) => status);
  expect(await stands(here)).toEqual([404, 404]);
  // All of it is the same when it is made again.
  await createCard("Meanwhile, together");
  expect((await admin.post(`/scenarios/${scenario}/rebase`, {})).body).toMatchObject({ obstacles: [] });
  expect(await stands(here)).toEqual([404, 404]);
  await admin.delete(`/scenarios/${scenario}/changes/${undone.headers.get("x-stoa-change")}`);
  expect((await admin.get(`/mutation-batches/${batch.id}/events`, here)).body.events).toHaveLength(2);
  expect((await admin.post(`/scenarios/${scenario}/merge`, {})).body).toMatchObject({ merged: 4, obstacles: [] });
  expect(await stands()).toEqual([200, 200]);
});

test("a batch of the landscape is undone in a scenario that begins with it, unless what came later is in the way", async () => {
  const { body: empty } = await admin.post("/mutation-batches", { tool_name: "Nothing joined it" });
  const created = await admin.post("/cards", { type: "Application", name: "Of last week" });
  const card = created.body.id;
  const renamed = await admin.patch(`/cards/${card}`, { name: "Of this week" });
  const batchOf = ({ headers }: { headers: Headers }) => headers.get("x-stoa-batch") as string;
  const scenario = await createScenario("Without last week");
  const here = inScenario(scenario);
  for (const headers of [here, {}])
    expect((await rollback(admin, empty.id, headers)).body).toMatchObject({ results: [], forced: false });
  const refused = await rollback(admin, batchOf(created), here);
  expect(refused).toMatchObject({
    status: 409,
    body: { detail: { conflicting_batches: [{ batch_id: batchOf(renamed), touched_entities: [card] }] } },
  });
  expect((await rollback(admin, batchOf(renamed), here)).status).toBe(200);
  expect((await rollback(admin, batchOf(created), here)).status).toBe(200);
  expect((await admin.get(`/cards/${card}`, here)).status).toBe(404);
  const { body: shown } = await admin.get(`/mutation-batches/${batchOf(created)}`, here);
  expect(shown.rolled_back_at).toEqual(expect.any(String));
  expect((await admin.get(`/mutation-batches/${batchOf(created)}`)).body.rolled_back_at).toBeNull();
  // The journal has each entry once, though the scenario has copies of some.
  const { body: entries } = await admin.get("/events?page_size=100", here);
  expect(new Set(entries.map(({ id }: { id: string }) => id)).size).toBe(entries.length);
  expect((await admin.post(`/scenarios/${scenario}/merge`, {})).body).toMatchObject({ merged: 2, obstacles: [] });
  expect((await admin.get(`/cards/${card}`)).status).toBe(404);
});

test("an undoing in a scenario goes with the change that it undoes, and without it is in the way of a merge in words", async () => {
  const scenario = await createScenario("Lacking");
  const here = inScenario(scenario);
  const created = await admin.post("/cards", { type: "Application", name: "Lacking" }, here);
  const change = created.headers.get("x-stoa-change") as string;
  const undone = await rollback(admin, change, here);
  expect((await admin.get(`/cards/${created.body.id}`, here)).status).toBe(404);
  const member = await server.as("member");
  expect((await member.get(`/mutation-batches/${change}`, here)).status).toBe(404);
  const undoing = undone.headers.get("x-stoa-change") as string;
  const mergeOf = async (...changes: string[]) => (await admin.post(`/scenarios/${scenario}/merge`, { changes })).body;
  const refusedFor = (detail: string) => ({
    is_merged: false,
    obstacles: [{ refusal: { status: 404, detail: expect.stringContaining(detail) } }],
  });
  expect(await mergeOf(undoing)).toMatchObject(
    refusedFor('It undoes "Make a card: Lacking", which is not made before'),
  );
  const needed = await admin.post("/cards", { type: "Application", name: "Needed" }, here);
  const renamed = await admin.patch(`/cards/${needed.body.id}`, { name: "Needed 2" }, here);
  const renaming = renamed.headers.get("x-stoa-change") as string;
  expect(await mergeOf(renaming)).toMatchObject(refusedFor('It needs "Make a card: Needed'));
  expect((await admin.delete(`/scenarios/${scenario}/changes/${change}`)).status).toBe(204);
  expect((await changesOf(scenario)).map(({ id }) => id)).toEqual([
    needed.headers.get("x-stoa-change") as string,
    renaming,
  ]);
  expect((await admin.post(`/scenarios/${scenario}/merge`, {})).body).toMatchObject({ is_merged: true, merged: 2 });
});

test("a scenario follows the landscape once what both have changed is decided", async () => {
  const [billing, crm, pim] = [await createCard("Billing"), await createCard("CRM"), await createCard("PIM")];
  const scenario = await createScenario();
  const here = inScenario(scenario);
  await admin.patch(`/cards/${billing}`, { name: "Billing here", description: "planned" }, here);
  await admin.patch(`/cards/${crm}`, { description: "planned" }, here);
  await admin.patch(`/cards/${pim}`, { name: "PIM here" }, here);
  await admin.patch(`/cards/${billing}`, { name: "Billing there" });
  await admin.patch(`/cards/${crm}`, { name: "CRM there" });
  await admin.delete(`/cards/${pim}?permanent=true`);
  expect((await admin.get(`/scenarios/${scenario}`)).body.is_stale).toBe(true);
  const { body: found } = await admin.get(`/scenarios/${scenario}/obstacles`);
  const changes = await changesOf(scenario);
  expect(found.obstacles).toMatchObject([
    {
      change_id: changes[0]?.id,
      refusal: null,
      conflicts: [
        {
          kind: "changed",
          table: "cards",
          name: "Billing here",
          fields: [{ field: "name", base: "Billing", mine: "Billing here", theirs: "Billing there" }],
        },
      ],
    },
    { change_id: changes[2]?.id, refusal: { status: 404 }, conflicts: [{ kind: "deleted_there", name: "PIM here" }] },
  ]);
  // Nothing is merged or followed before it is decided.
  expect((await admin.post(`/scenarios/${scenario}/merge`, {})).body).toMatchObject({ is_merged: false, merged: 0 });
  expect((await admin.post(`/scenarios/${scenario}/rebase`, {})).body.is_rebased).toBe(false);
  const decisions = [
    { change_id: changes[0]?.id, decision: "theirs" },
    { change_id: changes[2]?.id, decision: "drop" },
  ];
  expect((await admin.post(`/scenarios/${scenario}/rebase`, { decisions })).body).toEqual({
    is_rebased: true,
    obstacles: [],
  });
  expect((await admin.get(`/cards/${billing}`, here)).body).toMatchObject({
    name: "Billing there",
    description: "planned",
  });
  expect((await admin.get(`/cards/${crm}`, here)).body).toMatchObject({ name: "CRM there", description: "planned" });
  expect((await admin.get(`/scenarios/${scenario}`)).body).toMatchObject({ is_stale: false, changes: 2 });
});

test("chosen changes are merged as one batch, which is undone as any other", async () => {
  const scenario = await createScenario("In parts");
  const here = inScenario(scenario);
  const [one, other] = [await createCard("Part one", here), await createCard("Part two", here)];
  await admin.patch(`/cards/${one}`, { description: "more" }, here);
  const changes = await changesOf(scenario);
  const chosen = { changes: [changes[0]?.id, changes[2]?.id] };
  expect((await admin.post(`/scenarios/${scenario}/merge`, { changes: [scenario] })).status).toBe(422);
  const rehearsed = await admin.post(`/scenarios/${scenario}/merge`, { ...chosen, dry_run: true });
  expect(rehearsed.body).toEqual({ is_merged: false, merged: 2, batch_id: null, obstacles: [] });
  expect((await admin.get(`/cards/${one}`)).status).toBe(404);
  const { body } = await admin.post(`/scenarios/${scenario}/merge`, chosen);
  expect(body).toMatchObject({ is_merged: true, merged: 2, obstacles: [] });
  expect((await admin.get(`/cards/${one}`)).body.description).toBe("more");
  expect((await admin.get(`/cards/${other}`)).status).toBe(404);
  // The merged changes are part of the landscape that the scenario follows.
  expect((await admin.post(`/scenarios/${scenario}/rebase`, {})).body.is_rebased).toBe(true);
  expect((await admin.get(`/cards/${one}`, here)).body.description).toBe("more");
  expect((await admin.get(`/cards/${other}`, here)).body.name).toBe("Part two");
  const undone = await admin.post(`/mutation-batches/${body.batch_id}/rollback`, { dry_run: false });
  expect(undone.status).toBe(200);
  expect((await admin.get(`/cards/${one}`)).status).toBe(404);
  // It begins with a landscape that had the changes, and follows the one that hasn't, in which they count again.
  expect((await admin.get(`/scenarios/${scenario}`)).body).toMatchObject({ is_stale: true, state: "draft" });
  expect((await admin.get(`/cards/${one}`, here)).body.description).toBe("more");
  expect((await admin.post(`/scenarios/${scenario}/rebase`, {})).body.is_rebased).toBe(true);
  expect((await admin.get(`/cards/${one}`, here)).body.description).toBe("more");
  const again = await admin.post(`/scenarios/${scenario}/merge`, {});
  expect(again.body).toMatchObject({ is_merged: true, merged: 3 });
  expect((await admin.get(`/scenarios/${scenario}`)).body).toMatchObject({ state: "merged", may_change: true });
});

test("more changes than are merged at once are refused with 409, and are merged in parts", async () => {
  const scenario = await createScenario("Too much at once");
  for (const name of ["First part", "Second part"]) await createCard(name, inScenario(scenario));
  const most = MERGED_AT_ONCE.changes;
  MERGED_AT_ONCE.changes = 1;
  try {
    const refused = await admin.post(`/scenarios/${scenario}/merge`, {});
    expect(refused).toMatchObject({ status: 409, body: { detail: expect.stringContaining("At most 1 changes") } });
    for (const { id } of await changesOf(scenario))
      expect((await admin.post(`/scenarios/${scenario}/merge`, { changes: [id] })).body.merged).toBe(1);
  } finally {
    MERGED_AT_ONCE.changes = most;
  }
  expect((await admin.get(`/scenarios/${scenario}`)).body.state).toBe("merged");
});

test("a scenario refuses those who may not see or change it, and changes of anything but the landscape", async () => {
  const scenario = await createScenario("Confidential");
  const [member, viewer] = [await server.as("member"), await server.as("viewer")];
  const card = await createCard("Open to all");
  const here = inScenario(scenario);
  const rename = (client: Client) => client.patch(`/cards/${card}`, { description: "x" }, here);
  expect((await member.get(`/cards/${card}`, here)).status).toBe(404);
  expect((await member.get(`/scenarios/${scenario}`)).status).toBe(404);
  expect((await rename(member)).status).toBe(404);
  expect((await viewer.post("/scenarios", { name: "No" })).status).toBe(403);
  const members = [{ role: "member" }, { user_id: viewer.userId, may_change: true }];
  expect((await admin.put(`/scenarios/${scenario}/members`, { members })).status).toBe(200);
  await admin.post(`/scenarios/${scenario}/rebase`);
  expect((await member.get(`/cards/${card}`, here)).status).toBe(200);
  expect((await rename(member)).status).toBe(403);
  // A viewer may change the scenario, and no card in it.
  expect((await rename(viewer)).status).toBe(403);
  expect((await member.put(`/scenarios/${scenario}/members`, { members: [] })).status).toBe(403);
  expect((await admin.patch(`/scenarios/${scenario}`, { state: "proposed" })).body.state).toBe("proposed");
  expect((await rename(admin)).status).toBe(409);
  expect((await admin.post("/users", { email: "x@example.org" }, here)).status).toBe(422);
  expect((await admin.get(`/cards/${card}`, { ...here, "x-stoa-at": "2026-01-01T00:00:00Z" })).status).toBe(422);
  expect((await admin.get(`/cards/${card}`, { "x-stoa-scenario": "x" })).status).toBe(422);
  expect((await admin.get(`/cards/${card}?scenario=${card}`, here)).status).toBe(422);
  expect((await admin.delete(`/scenarios/${scenario}`)).status).toBe(204);
  expect((await admin.get(`/cards/${card}`, here)).status).toBe(404);
});

test("a scenario is compared with what it begins with", async () => {
  const scenario = await createScenario();
  await createCard("Compared", inScenario(scenario));
  const { status, body } = await admin.get(`/compare?to=scenario:${scenario}`);
  expect(status).toBe(200);
  expect(body.items).toMatchObject([{ change: "added", name: "Compared" }]);
  const backwards = await admin.get(`/compare?from=scenario:${scenario}`);
  expect(backwards.body.items).toMatchObject([{ change: "deleted", name: "Compared" }]);
  expect((await admin.get("/compare?to=scenario:x")).status).toBe(422);
  expect((await (await server.as("member")).get(`/compare?to=scenario:${scenario}`)).status).toBe(404);
});

test("figures of a comparison that is asked again follow each change of the scenario and of the landscape", async () => {
  const scenario = await createScenario();
  const figuresOf = async () => {
    const { body } = await admin.get(`/compare?to=scenario:${scenario}&figures=true`);
    const [cards] = body.figures.filter((one: { figure: string; of: string }) => one.figure === "cards" && one.of);
    return cards.difference;
  };
  expect([await figuresOf(), await figuresOf()]).toEqual([0, 0]);
  await createCard("First", inScenario(scenario));
  expect([await figuresOf(), await figuresOf()]).toEqual([1, 1]);
  const second = await createCard("Second", inScenario(scenario));
  expect(await figuresOf()).toBe(2);
  await admin.delete(`/cards/${second}`, undefined, inScenario(scenario));
  expect(await figuresOf()).toBe(1);
  const weighed = async () => {
    const { body } = await admin.get(`/compare/scenarios?scenarios=${scenario}`);
    return body.figures.find((one: { figure: string }) => one.figure === "applications").values[0].difference;
  };
  const before = await weighed();
  await createCard("Of the landscape");
  expect(await weighed()).toBe(before - 1);
});

test("a change of a scenario is streamed to all who may see it, and to nobody else", async () => {
  const [viewer, member] = [await server.as("viewer"), await server.as("member")];
  const [secret, shared] = [await createScenario("Secret"), await createScenario("Shared")];
  await admin.put(`/scenarios/${shared}/members`, { members: [{ user_id: viewer.userId }] });
  const streamOf = (client: Client, query?: string) => openEvents(server.url, client, query);
  const [colleague, of, stranger] = await Promise.all([
    streamOf(viewer),
    streamOf(viewer, `?scenario=${shared}`),
    streamOf(member),
  ]);
  const refused = async (client: Client, scenario: string) =>
    (await client.get(`/events/stream?scenario=${scenario}`)).status;
  expect([await refused(member, shared), await refused(viewer, secret), await refused(admin, "x")]).toEqual([
    404, 404, 422,
  ]);
  await createCard("Hidden", inScenario(secret));
  const card = await createCard("Seen", inScenario(shared));
  await createCard("In the landscape");
  const changed = {
    event: "scenario.changed",
    user_id: admin.userId,
    data: { id: shared, events: [{ type: "card.created", card_id: card }], has_more: false },
  };
  expect(await of.next()).toMatchObject(changed);
  expect(await colleague.next()).toMatchObject(changed);
  expect(await colleague.next()).toMatchObject({ event: "card.created", data: { name: "In the landscape" } });
  expect(await stranger.next()).toMatchObject({ event: "card.created", data: { name: "In the landscape" } });
  // All who saw it learn that it is deleted, and nobody else.
  const doomed = await createScenario("Doomed");
  await admin.put(`/scenarios/${doomed}/members`, { members: [{ role: "viewer" }] });
  await admin.delete(`/scenarios/${doomed}`);
  const deleted = { event: "scenario.deleted", data: { id: doomed, name: "Doomed" } };
  expect(await colleague.next()).toMatchObject({ event: "scenario.updated" });
  expect(await colleague.next()).toMatchObject(deleted);
  await createCard("After it");
  expect(await stranger.next()).toMatchObject({ event: "card.created", data: { name: "After it" } });
  // The stream of somebody who may no longer see it ends.
  await admin.put(`/scenarios/${shared}/members`, { members: [] });
  expect(await of.next()).toBeUndefined();
  for (const stream of [colleague, stranger]) stream.close();
});

test("a relation that both sides delete is no conflict, though each gives its number to another one", async () => {
  const [ledger, queue, store] = [await createCard("Ledger"), await component("Queue"), await component("Store")];
  const first = await related(ledger, queue);
  const scenario = await createScenario();
  const here = inScenario(scenario);
  expect((await admin.delete(`/relations/${first}`, undefined, here)).status).toBe(204);
  await related(ledger, store, here);
  expect((await admin.delete(`/relations/${first}`)).status).toBe(204);
  const second = await related(queue, store, {}, "relITCSuccessor");
  expect((await admin.patch(`/relations/${second}`, { description: "since May" })).status).toBe(200);
  expect((await admin.get(`/scenarios/${scenario}/obstacles`)).body.obstacles).toMatchObject([
    { conflicts: [], refusal: { status: 404 } },
  ]);
});

test("cards that a scenario and the landscape create meanwhile are no conflict, whatever numbers they have", async () => {
  const scenario = await createScenario();
  const here = inScenario(scenario);
  const planned = await createCard("Planned", here);
  await admin.patch(`/cards/${planned}`, { name: "Planned 2" }, here);
  const other = await createCard("Made meanwhile");
  await admin.patch(`/cards/${other}`, { name: "Made meanwhile 2" });
  await admin.delete(`/cards/${await createCard("Gone again")}?permanent=true`);
  const { body } = await admin.post(`/scenarios/${scenario}/merge`, {});
  expect(body).toMatchObject({ is_merged: true, obstacles: [] });
  expect((await admin.get(`/cards/${planned}`)).body.name).toBe("Planned 2");
  expect((await admin.get(`/cards/${other}`)).body.name).toBe("Made meanwhile 2");
});

test("a file that a scenario attaches to a card is read in it alone, and is in the landscape once it is merged", async () => {
  const card = await createCard("With files");
  const path = `/cards/${card}/file-attachments`;
  const former = (await admin.post(path, formOf("as it was", "text/plain", "former.txt"))).body.id;
  const scenario = await createScenario("Files");
  const here = inScenario(scenario);
  const content = bytesOf("%PDF-1.7 ".padEnd(10 * MIB, "x"));
  const form = formOf(content, "application/pdf", "plan.pdf", { category: "plan" });
  const once = { ...here, "idempotency-key": "the plan" };
  const attached = await admin.post(path, form, once);
  expect(attached).toMatchObject({ status: 201, body: { name: "plan.pdf", size: content.length, category: "plan" } });
  const read = async (id: string, headers: Record<string, string> = {}) => {
    const answer = await download(server.url, admin, id, { headers });
    return answer.ok ? await answer.bytes() : answer.status;
  };
  // A difference between so many bytes is printed in minutes.
  const isContent = (bytes: unknown) => Bun.deepEquals(bytes, content);
  expect(isContent(await read(attached.body.id, here))).toBe(true);
  expect(await read(attached.body.id)).toBe(404);
  expect(await read(former, here)).toEqual(bytesOf("as it was"));
  expect((await admin.post(path, formOf(patterned(11 * MIB), "application/pdf"), here)).status).toBe(413);
  expect((await admin.post(path, formOf("x", "video/mp4"), here)).status).toBe(400);
  expect((await admin.delete(`/file-attachments/${former}`, undefined, here)).status).toBe(204);
  expect(await read(former)).toEqual(bytesOf("as it was"));
  const names = async (headers = {}) => (await admin.get(path, headers)).body.map(({ name }: { name: string }) => name);
  expect([await names(here), await names()]).toEqual([["plan.pdf"], ["former.txt"]]);
  expect((await admin.post(`/scenarios/${scenario}/merge`, {})).body).toMatchObject({ is_merged: true, merged: 2 });
  expect(await names()).toEqual(["plan.pdf"]);
  expect(isContent(await read(attached.body.id))).toBe(true);
});
