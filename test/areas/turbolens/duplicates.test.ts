/** Duplicates by the local engine, and what users decide about them. */
import { beforeAll, expect, test } from "bun:test";
import { makeCard, relate } from "../../support/factories";
import { eventsAfter, lastEvent } from "../../support/journal";
import { scenario } from "../../support/scenario";
import { clientAs, testServer } from "../../support/server";
import { analyse } from "./support";

const server = testServer();
const admin = clientAs(server, "admin");
const member = clientAs(server, "member");
const viewer = clientAs(server, "viewer");

const cards: Record<string, string> = {};

beforeAll(async () => {
  const make = async (type: string, name: string, rest = {}) => {
    cards[name] = (await makeCard(admin, { type, name, ...rest })).id;
  };
  const description = "Plans the shifts of the night nurses and checks their working hours against the contract";
  await make("BusinessCapability", "Shift planning");
  await make("Application", "Nightingale Roster", { description });
  await make("Application", "Nightingale Rostr", { description });
  await make("Application", "Ledger One", { description: "Keeps the books of all subsidiaries" });
  await make("ITComponent", "PostgreSQL");
  await make("ITComponent", "Postgre SQL");
  await make("ITComponent", "Redis");
  await make("Application", "Old Portal");
  await make("Application", "Old Portal 2");
  for (const name of ["Nightingale Roster", "Nightingale Rostr"])
    await relate(admin, "relAppToBC", { id: cards[name] as string }, { id: cards["Shift planning"] as string });
  await relate(
    admin,
    "relAppSuccessor",
    { id: cards["Old Portal 2"] as string },
    { id: cards["Old Portal"] as string },
  );
});

const clusters = async () => (await admin.get("/turbolens/duplicates")).body;
const named = async (name: string) =>
  (await clusters()).find((cluster: { card_names: string[] }) => cluster.card_names.includes(name));

test("a run finds duplicates with their reasons, and names its engine", async () => {
  const before = lastEvent();
  const run = await analyse(admin, "duplicates/analyse");
  expect(run).toMatchObject({
    analysis_type: "duplicate_detection",
    status: "completed",
    queued: false,
    error_message: null,
    results: { clusters: 2, engine: "local" },
  });
  expect(eventsAfter(before).map(({ event_type }) => event_type)).toEqual([
    "analysis.started",
    "analysis.progressed",
    "analysis.progressed",
    "analysis.progressed",
    "analysis.completed",
  ]);
  const roster = await named("Nightingale Roster");
  expect(roster).toMatchObject({
    card_type: "Application",
    functional_domain: "Shift planning",
    card_ids: [cards["Nightingale Roster"], cards["Nightingale Rostr"]].toSorted(),
    status: "pending",
    engine: "local",
  });
  expect(roster.evidence).toMatch(/names.*(alike|brand).*descriptions.*% alike.*share 1 of 1/);
  expect(roster.matches).toEqual(expect.arrayContaining([expect.stringMatching(/^They share 1 of 1/)]));
  expect(roster.differences).toEqual([]);
  expect((await named("PostgreSQL")).card_names).toEqual(["Postgre SQL", "PostgreSQL"]);
});

test("the comparison of a cluster names what its members share, and the risks that concern them", async () => {
  const { id } = await named("Nightingale Roster");
  const { body: risk } = await admin.post("/risks", { title: "Two rosters contradict each other" });
  const card_ids = [cards["Nightingale Roster"], cards["Nightingale Rostr"]];
  await admin.post(`/risks/${risk.id}/cards`, { card_ids });
  const path = `/turbolens/duplicates/${id}/comparison`;
  const planning = { total: 1, cards: [expect.objectContaining({ name: "Shift planning" })] };
  expect((await member.get(path)).body).toEqual({
    card_ids: expect.arrayContaining(card_ids),
    total: 2,
    links: [
      {
        relation_type: "relAppToBC",
        end: "source",
        card_type: "BusinessCapability",
        members: [planning, planning],
        shared: 1,
        distinct: 1,
      },
    ],
    descriptions_alike: 1,
    risks: [{ id: risk.id, reference: risk.reference, title: risk.title, members: 2 }],
  });
  expect((await viewer.get(path)).status).toBe(403);
});

test("a card and its successor are no duplicates", async () => {
  expect(await named("Old Portal")).toBeUndefined();
});

test("a verdict is stored, and not requested again", async () => {
  await analyse(admin, "duplicates/analyse");
  const { id } = await named("PostgreSQL");
  const { body } = await admin.patch(`/turbolens/duplicates/${id}/status`, { status: "dismissed" });
  expect(body).toMatchObject({ id, status: "dismissed" });
  await analyse(admin, "duplicates/analyse");
  expect((await clusters()).map(({ id, status }: { id: string; status: string }) => [id, status])).toContainEqual([
    body.id,
    "dismissed",
  ]);
  expect(await clusters()).toHaveLength(2);
});

test("a decided cluster that grows becomes a new question", async () => {
  const { id } = await named("Nightingale Roster");
  await admin.patch(`/turbolens/duplicates/${id}/status`, { status: "confirmed" });
  const { id: third } = await makeCard(admin, { type: "Application", name: "Nightingale Roster Ltd." });
  await analyse(admin, "duplicates/analyse");
  const own = (await clusters()).filter(({ card_ids }: { card_ids: string[] }) =>
    card_ids.includes(cards["Nightingale Roster"] as string),
  );
  expect(own.map(({ status }: { status: string }) => status).toSorted()).toEqual(["confirmed", "pending"]);
  expect(own.find(({ status }: { status: string }) => status === "pending").card_ids).toContain(third);
});

scenario("a decision about a cluster is stored and published", async () => {
  await analyse(admin, "duplicates/analyse");
  const { id } = (await clusters()).find(({ status }: { status: string }) => status === "pending");
  return {
    as: admin,
    method: "PATCH",
    path: `/turbolens/duplicates/${id}/status`,
    body: { status: "investigating" },
    status: 200,
    expects: { status: "investigating" },
    events: [
      {
        event_type: "duplicate_cluster.updated",
        user_id: admin.userId,
        data: { id, changes: { status: { old: "pending", new: "investigating" } } },
      },
    ],
  };
});

scenario("a decision with an unknown status is refused", async () => {
  const [{ id }] = await clusters();
  return {
    as: admin,
    method: "PATCH",
    path: `/turbolens/duplicates/${id}/status`,
    body: { status: "approved" },
    status: 400,
    equals: { detail: "status must be one of pending, confirmed, investigating, dismissed" },
    events: [],
  };
});

scenario("an unknown cluster is reported before an unknown status", () => ({
  as: admin,
  method: "PATCH",
  path: "/turbolens/duplicates/01900000-0000-7000-8000-000000000000/status",
  body: { status: "approved" },
  status: 404,
  equals: { detail: "Cluster not found" },
  events: [],
}));

scenario("a member may see clusters but not decide about them", async () => {
  const [{ id }] = await clusters();
  expect((await member.get("/turbolens/duplicates")).status).toBe(200);
  return {
    as: member,
    method: "PATCH",
    path: `/turbolens/duplicates/${id}/status`,
    body: { status: "confirmed" },
    status: 403,
    events: [],
  };
});
