/** The catalogue of principles. */
import { expect, test } from "bun:test";
import { eventsAfter, lastEvent } from "../../support/journal";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");

type Entry = { id: string; existing_principle_id: string | null } & Record<string, string>;

test("the catalogue has ten principles with all their texts, in English and in German", async () => {
  const [english, german] = await Promise.all(
    ["en", "de"].map(async (locale) => (await admin.get(`/principles-catalogue?locale=${locale}`)).body),
  );
  expect(english).toMatchObject({ catalogue_version: "1.0.0", generated_at: "2026-05-08" });
  const ids = english.principles.map(({ id }: Entry) => id);
  expect(ids).toEqual(Array.from({ length: 10 }, (_, at) => `PR-${String(at + 1).padStart(3, "0")}`));
  for (const [at, entry] of (english.principles as Entry[]).entries())
    for (const field of ["title", "description", "rationale", "implications"]) {
      expect(entry[field]?.length).toBeGreaterThan(10);
      expect(german.principles[at][field].length).toBeGreaterThan(10);
      expect(german.principles[at][field]).not.toBe(entry[field]);
    }
});

test("the catalogue of principles has an ETag", async () => {
  const { headers } = await admin.get("/principles-catalogue");
  const condition = { "if-none-match": headers.get("etag") as string };
  expect((await admin.get("/principles-catalogue", condition)).status).toBe(304);
});

test("the catalogue's principles are appended to the existing ones, each once", async () => {
  await admin.post("/metamodel/principles", { title: "Own", sort_order: 25 });
  const since = lastEvent();
  const { status, body } = await admin.post("/principles-catalogue/import", {
    catalogue_ids: ["PR-003", "PR-001", "PR-003", "PR-999"],
  });
  expect(status).toBe(200);
  const [third, first] = body.created;
  expect(body).toEqual({
    created: [
      { catalogue_id: "PR-003", principle_id: third.principle_id },
      { catalogue_id: "PR-001", principle_id: first.principle_id },
    ],
    skipped: [{ catalogue_id: "PR-999", principle_id: "", reason: "unknown_id" }],
    catalogue_version: "1.0.0",
  });
  expect(eventsAfter(since).map(({ event_type }) => event_type)).toEqual(Array(2).fill("metamodel.principle.created"));
  const stored = (await admin.get("/metamodel/principles")).body as { id: string; sort_order: number }[];
  expect(stored.map(({ sort_order }) => sort_order)).toEqual([25, 35, 45]);
  expect(stored[1]).toMatchObject({ id: third.principle_id, title: "Data Are an Asset", is_active: true });

  await admin.patch(`/metamodel/principles/${third.principle_id}`, { title: "Changed", is_active: false });
  const { body: again } = await admin.post("/principles-catalogue/import", { catalogue_ids: ["PR-003"] });
  expect(again).toMatchObject({
    created: [],
    skipped: [{ catalogue_id: "PR-003", principle_id: third.principle_id, reason: "already_imported" }],
  });
  const { body: catalogue } = await admin.get("/principles-catalogue");
  const existing = (catalogue.principles as Entry[]).map(({ existing_principle_id }) => existing_principle_id);
  expect(existing.slice(0, 4)).toEqual([first.principle_id, null, third.principle_id, null]);
});

test("the catalogue's principles are imported in the requested language", async () => {
  await admin.post("/principles-catalogue/import", { catalogue_ids: ["PR-002"], locale: "de" });
  const { body } = await admin.get("/metamodel/principles");
  expect(body.at(-1)).toMatchObject({ title: "Gemeinsam vor getrennt" });
});

test("only an administrator of the metamodel can import principles", async () => {
  const member = await server.as("member");
  expect((await member.get("/principles-catalogue")).status).toBe(403);
  expect((await member.post("/principles-catalogue/import", {})).status).toBe(403);
  expect((await admin.post("/principles-catalogue/import", { catalogue_ids: Array(201).fill("x") })).status).toBe(422);
});
