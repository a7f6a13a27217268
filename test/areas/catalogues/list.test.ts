/** Tests of the lists of catalogues. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { compareVersions } from "../../../src/areas/catalogues/entries";
import type { Client } from "../../support/client";
import { content, wheel } from "../../support/content-package";
import { storedCards } from "../../support/factories";
import { clientAs, testServer } from "../../support/server";
import { deleteCards, entriesOf, useContent } from "./support";

const server = testServer();
const admin = clientAs(server, "admin");
const member = clientAs(server, "member");

const CATALOGUES = [
  ["/capability-catalogue", "capabilities"],
  ["/process-catalogue", "processes"],
  ["/value-stream-catalogue", "value_streams"],
] as const;

describe("the starter catalogue", () => {
  test("has the same entries in English and in German", async () => {
    for (const [path, key] of CATALOGUES) {
      const english = await entriesOf(member, `${path}?locale=en`, key);
      const german = await entriesOf(member, `${path}?locale=de-AT`, key);
      expect([...german.keys()]).toEqual([...english.keys()]);
      for (const [id, { description }] of german) {
        expect([id, description.length > 0]).toEqual([id, true]);
        expect([id, description]).not.toEqual([id, english.get(id).description]);
      }
    }
  });

  test("has three levels of capabilities, three of processes, and streams with stages", async () => {
    const levels = async (path: string, key: string) =>
      Object.fromEntries(
        [...Map.groupBy((await entriesOf(member, path, key)).values(), ({ level }) => level)].map(([level, nodes]) => [
          level,
          nodes.length,
        ]),
      );
    expect(await levels(...CATALOGUES[0])).toEqual({ 1: 12, 2: 46, 3: 92 });
    expect(await levels(...CATALOGUES[1])).toEqual({ 1: 10, 2: 20, 3: 34 });
    expect(await levels(...CATALOGUES[2])).toEqual({ 1: 12, 2: 42 });
  });

  test("refers only to existing entries", async () => {
    const [capabilities, processes, streams] = await Promise.all(
      CATALOGUES.map(([path, key]) => entriesOf(member, path, key)),
    );
    for (const nodes of [capabilities, processes, streams])
      for (const { id, parent_id } of nodes?.values() ?? [])
        expect([id, parent_id === null || nodes?.has(parent_id)]).toEqual([id, true]);
    for (const { realizes_capability_ids } of processes?.values() ?? [])
      for (const id of realizes_capability_ids) expect(capabilities?.has(id)).toBe(true);
    for (const { capability_ids, process_ids } of streams?.values() ?? []) {
      for (const id of capability_ids) expect(capabilities?.has(id)).toBe(true);
      for (const id of process_ids) expect(processes?.has(id)).toBe(true);
    }
  });

  test("shows its version and origin", async () => {
    const { body } = await member.get("/capability-catalogue");
    expect(body.version).toEqual({
      catalogue_version: "1.0.0",
      schema_version: "1",
      generated_at: "2026-11-22",
      node_count: 150,
      available_locales: ["en", "de"],
      active_locale: "en",
      source: "bundled",
      bundled_version: "1.0.0",
      fetched_at: null,
      licence: null,
      credit: null,
      macro_count: 0,
      macro_warnings: [],
    });
    expect(body.capabilities[0]).toEqual({
      id: "BC-9010",
      name: "Strategy and Governance",
      level: 1,
      parent_id: null,
      description: "Sets the direction of the enterprise and makes sure that it is followed.",
      industry: "Cross-Industry",
      existing_card_id: null,
    });
  });
});

describe("an installed content package", () => {
  beforeAll(() => useContent(admin));
  afterAll(() => admin.delete("/catalogue-content"));
  beforeEach(deleteCards);

  test("lists macros before their capabilities, and preserves unknown fields", async () => {
    const { body } = await member.get("/capability-catalogue?locale=da");
    expect(body.version).toMatchObject({
      ...{ catalogue_version: "2026.5.11.505", schema_version: "2", node_count: 4, macro_count: 2 },
      ...{ source: "remote", bundled_version: "1.0.0", active_locale: "en", available_locales: ["de", "en", "fr"] },
      macro_warnings: ["Capability BC-1 belongs to macros MC-10 and MC-20; MC-10 has it"],
      licence: "CC-BY-4.0 AND MIT",
    });
    expect(body.version.credit).toContain("Vincent Verdet");
    expect(body.version.fetched_at).toEndWith("Z");
    expect(body.capabilities).toEqual([
      {
        ...{ id: "MC-10", name: "Customer Experience", level: 0, parent_id: null, description: null },
        ...{ industry: "Cross-Industry", deprecated: false, in_scope: ["All"], existing_card_id: null },
      },
      {
        ...{ id: "MC-20", name: "Support", level: 0, parent_id: null, description: null },
        ...{ industry: null, deprecated: false, existing_card_id: null },
      },
      {
        ...{ id: "BC-1", name: "Customer Management", level: 1, industry: "Cross-Industry", extra: [1] },
        ...{ parent_id: "MC-10", existing_card_id: null },
      },
      {
        ...{ id: "BC-1.1", name: "Customer Care", level: 2, parent_id: "BC-1", description: "Cares" },
        existing_card_id: null,
      },
      {
        ...{ id: "BC-1.1.1", name: "Complaints", level: 3, parent_id: "BC-1.1" },
        ...{ aliases: ["Claims"], deprecated: true, existing_card_id: null },
      },
      { id: "BC-2", name: "Finance", level: 1, parent_id: "MC-20", existing_card_id: null },
    ]);
  });

  test("shows streams with their stages, every key on each", async () => {
    const { body } = await member.get("/value-stream-catalogue?locale=de");
    expect(body.version).toMatchObject({ value_stream_count: 1, active_locale: "de" });
    const [stream, plain, variant] = body.value_streams;
    const common = { aliases: [], deprecation_reason: null, successor_id: null, metadata: {}, existing_card_id: null };
    expect(stream).toEqual({
      ...{ id: "VS-1", name: "Help", level: 1, parent_id: null, description: null, ...common, deprecated: null },
      ...{ industries: ["Retail", "Banking"], industry: "Retail; Banking", stage_count: 2, stage_order: null },
      ...{ stage_name: null, industry_variant: null, notes: null, capability_ids: [], process_ids: [] },
    });
    expect(plain).toMatchObject({ name: "Listen", industry: "Retail; Banking", process_ids: ["BP-1.1"] });
    expect(variant).toEqual({
      ...{ id: "VS-1.2", name: "Zuhören (Retail)", level: 2, parent_id: "VS-1", description: null, ...common },
      ...{ industries: ["Retail"], industry: "Retail", stage_count: null, stage_order: 1, deprecated: false },
      ...{ stage_name: "Zuhören", industry_variant: "Retail", notes: "Im Laden" },
      ...{ capability_ids: ["BC-1"], process_ids: [] },
    });
  });

  test.each([
    ["de", "de", "Kundenmanagement"],
    ["de-CH", "de", "Kundenmanagement"],
    [" FR-ca ", "fr", "Gestion des clients"],
    ["ar", "en", "Customer Management"],
    ["nonsense", "en", "Customer Management"],
  ])("is for the requested language %p served in %p", async (asked, active, name) => {
    const { body } = await member.get(`/capability-catalogue?locale=${encodeURIComponent(asked)}`);
    expect(body.version.active_locale).toBe(active);
    expect(body.capabilities[2].name).toBe(name);
  });

  test("is served in the user's language unless the request names another one", async () => {
    expect((await member.patch(`/users/${member.userId}`, { locale: "de" })).status).toBe(200);
    const { body } = await member.get("/process-catalogue");
    expect(body.version.active_locale).toBe("de");
    expect(body.processes[1]).toMatchObject({ name: "Handle", description: "Bearbeitet" });
    await member.patch(`/users/${member.userId}`, { locale: "en" });
  });

  test("finds an entry's card by its id, or else by its English name unless it is another entry's", async () => {
    const capability = { type: "BusinessCapability" };
    const [old, first, , byName] = storedCards([
      { ...capability, name: "x", attributes: '{"catalogueId":"BC-1"}', status: "ARCHIVED" },
      { ...capability, name: "y", attributes: '{"catalogueId":"BC-1"}' },
      { ...capability, name: "z", attributes: '{"catalogueId":"BC-1"}' },
      { ...capability, name: "  customer \t CARE " },
      { ...capability, name: "Complaints", attributes: '{"catalogueId":"BC-2"}' },
      { ...capability, name: "Customer Experience" },
      { type: "Application", name: "Support", attributes: '{"catalogueId":"MC-20"}' },
    ]);
    expect(old).not.toBe(first);
    const nodes = await entriesOf(member, "/capability-catalogue?locale=de", "capabilities");
    const cards = Object.fromEntries([...nodes].map(([id, { existing_card_id }]) => [id, existing_card_id]));
    expect(cards).toEqual({
      ...{ "MC-10": null, "MC-20": null, "BC-1": first, "BC-1.1": byName, "BC-1.1.1": null },
      "BC-2": expect.any(String),
    });
  });

  test("finds only value streams as cards of streams", async () => {
    const [, stream] = storedCards([
      { type: "BusinessContext", subtype: "customerJourney", name: "Help" },
      { type: "BusinessContext", subtype: "valueStream", name: "Help" },
    ]);
    const nodes = await entriesOf(member, "/value-stream-catalogue", "value_streams");
    expect(nodes.get("VS-1").existing_card_id).toBe(stream);
  });

  test("has an ETag, which changes with the language and with the cards", async () => {
    const etagOf = async (client: Client, path: string) => (await client.get(path)).headers.get("etag") as string;
    const path = "/capability-catalogue?locale=en";
    const etag = await etagOf(member, path);
    expect((await member.get(path, { "if-none-match": etag })).status).toBe(304);
    expect(await etagOf(member, "/capability-catalogue?locale=de")).not.toBe(etag);
    storedCards([{ type: "BusinessCapability", name: "Finance" }]);
    expect((await member.get(path, { "if-none-match": etag })).status).toBe(200);
  });

  test("is replaced by the starter catalogue when its version is not greater", async () => {
    await useContent(admin, wheel(content("1.0.0")));
    expect((await member.get("/capability-catalogue")).body.version).toMatchObject({ source: "bundled" });
    const { body } = await admin.get("/catalogue-content");
    expect(body.archives).toMatchObject([{ catalogue_version: "1.0.0" }]);
  });
});

test.each([
  ["1.10.0", "1.9.0", 1],
  ["2026.5.11.505", "2026.5.11", 1],
  ["2026.5.11", "2026.5.11", 0],
  ["1.a.3", "1.0.3", 0],
  ["1.2rc1", "1.10", -1],
  ["", "0.0", -1],
])("the versions %p and %p have the order %p", (one, other, order) => {
  expect(Math.sign(compareVersions(one, other))).toBe(order);
  expect(Math.sign(compareVersions(other, one)) + order).toBe(0);
});
