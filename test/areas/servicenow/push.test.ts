/** Pushes: what cards make of rows. */
import { describe, expect, test } from "bun:test";
import { cardType, field, makeCard, role, unique, watch } from "../../support/factories";
import { clientAs, testServer } from "../../support/server";
import type { TableRequest } from "../../support/table-api";
import { type Body, connect, map, run, testInstance } from "./setup";

const server = testServer({ ALLOW_PRIVATE_ADDRESSES: "true" });
const admin = clientAs(server, "admin");
const instance = testInstance();

const LED = [
  { turbo_field: "name", snow_field: "name", direction: "turbo_leads" },
  { turbo_field: "description", snow_field: "short_description", direction: "turbo_leads" },
  { turbo_field: "lifecycle.active", snow_field: "go_live", direction: "turbo_leads" },
  { turbo_field: "attributes.price", snow_field: "cost", direction: "turbo_leads" },
];
const counters = (stats: object) => ({ processed: 0, created: 0, updated: 0, skipped: 0, errors: 0, ...stats });
const mapOut = (client: typeof admin, type: string, rest: object = {}) =>
  map(client, instance, { card_type_key: type, sync_direction: "turbo_to_snow", field_mappings: LED, ...rest });
const rowsOf = (table: string) => [...(instance.tables.get(table)?.values() ?? [])];
const newType = () => cardType(unique("Pushed"), [field("price", "cost")]);

test("a push creates a row for each ACTIVE card, and updates it from then on", async () => {
  const type = newType();
  const card = await makeCard(admin, {
    type,
    name: "One",
    lifecycle: { active: "2026-01-02" },
    attributes: { price: 5 },
  });
  const archived = await makeCard(admin, { type });
  await admin.post(`/cards/${archived.id}/archive`, {});
  const mapping = await mapOut(admin, type);
  const events = await watch(admin);
  const first = await run(admin, mapping, "push");
  expect(first).toMatchObject({ status: "completed", direction: "push", batch_id: null });
  expect(first.stats).toEqual(counters({ processed: 1, created: 1 }));
  expect(rowsOf(mapping.snow_table)).toMatchObject([
    { name: "One", short_description: "", go_live: "2026-01-02", cost: 5 },
  ]);
  expect((await events()).map(({ event_type }) => event_type)).toEqual([
    "servicenow.run_started",
    "servicenow.run_completed",
  ]);
  await admin.patch(`/cards/${card.id}`, { name: "Renamed", lifecycle: {} });
  const second = await run(admin, mapping, "push");
  expect(second.stats).toEqual(counters({ processed: 1, updated: 1 }));
  expect(rowsOf(mapping.snow_table)).toMatchObject([{ name: "Renamed", go_live: null, cost: 5 }]);
  expect((await admin.get(`/servicenow/sync/runs?mapping_id=${mapping.id}`)).body).toEqual([second, first]);
});

test("a push without fields that Stoa leads sends no request to the instance", async () => {
  const mapping = await map(admin, instance);
  expect(await run(admin, mapping, "push")).toMatchObject({ status: "completed", stats: counters({}) });
  expect(instance.asked).toEqual([]);
});

test("a card that a pull has found by its name is updated, and stays when its row is deleted", async () => {
  const type = newType();
  await makeCard(admin, { type, name: "Found", description: "Ours" });
  const field_mappings = [{ turbo_field: "name", snow_field: "name", is_identity: true }, LED[1]];
  const mapping = await map(admin, instance, { card_type_key: type, field_mappings, sync_direction: "bidirectional" });
  instance.add(mapping.snow_table, [{ name: "Found" }]);
  await run(admin, mapping);
  expect((await run(admin, mapping, "push")).stats).toEqual(counters({ processed: 1, updated: 1 }));
  expect(rowsOf(mapping.snow_table).length).toBe(1);
});

test("costs are sent to the instance only for users who see them", async () => {
  const type = newType();
  await makeCard(admin, { type, attributes: { price: 7 } });
  const mapping = await mapOut(await server.as(role("servicenow.manage", "inventory.view")), type);
  await run(await server.as(role("servicenow.manage", "inventory.view")), mapping, "push");
  expect(rowsOf(mapping.snow_table)).toHaveLength(1);
  expect(rowsOf(mapping.snow_table)[0]).not.toHaveProperty("cost");
});

describe("a push", () => {
  const sent = () =>
    instance.asked
      .filter(({ method }) => method !== "GET")
      .map(({ method, body }) => ({ method, ...JSON.parse(body) }));
  const again = async (mapping: Body) => {
    instance.asked.length = 0;
    return (await run(admin, mapping, "push")).stats;
  };

  test("sends only the columns that have changed since the last one, and nothing when none has", async () => {
    const type = newType();
    const first = await makeCard(admin, { type, name: "First", attributes: { price: 5 } });
    await makeCard(admin, { type, name: "Second", description: "Text", lifecycle: { active: "2026-01-02" } });
    const mapping = await mapOut(admin, type);
    expect(await again(mapping)).toEqual(counters({ processed: 2, created: 2 }));
    expect(sent().toSorted((one, other) => (one.name < other.name ? -1 : 1))).toEqual([
      { method: "POST", name: "First", short_description: "", cost: 5 },
      { method: "POST", name: "Second", short_description: "Text", go_live: "2026-01-02" },
    ]);
    expect(await again(mapping)).toEqual(counters({ processed: 2, skipped: 2 }));
    expect(instance.asked).toEqual([]);
    await admin.patch(`/cards/${first.id}`, { attributes: { price: 6 } });
    expect(await again(mapping)).toEqual(counters({ processed: 2, updated: 1, skipped: 1 }));
    expect(sent()).toEqual([{ method: "PATCH", cost: 6 }]);
    await admin.patch(`/cards/${first.id}`, { attributes: { price: null } });
    await again(mapping);
    expect(sent()).toEqual([{ method: "PATCH", cost: null }]);
    await again(mapping);
    expect(sent()).toEqual([]);
  });

  test("leaves what a row has by itself where its card has no value", async () => {
    const type = newType();
    await makeCard(admin, { type, name: "Linked" });
    const field_mappings = [{ turbo_field: "name", snow_field: "name", is_identity: true }, ...LED.slice(1)];
    const mapping = await map(admin, instance, {
      card_type_key: type,
      field_mappings,
      sync_direction: "bidirectional",
    });
    instance.add(mapping.snow_table, [{ name: "Linked", short_description: "Theirs", go_live: "2020-01-01", cost: 9 }]);
    await run(admin, mapping);
    expect(await again(mapping)).toEqual(counters({ processed: 1, skipped: 1 }));
    expect(rowsOf(mapping.snow_table)).toMatchObject([{ short_description: "Theirs", go_live: "2020-01-01", cost: 9 }]);
  });

  test("sends a column again whose row could not be written", async () => {
    const type = newType();
    const card = await makeCard(admin, { type, name: "Once" });
    const mapping = await mapOut(admin, type);
    await again(mapping);
    await admin.patch(`/cards/${card.id}`, { name: "Twice" });
    instance.fault = () => ({ status: 403 });
    expect(await again(mapping)).toEqual(counters({ processed: 1, errors: 1 }));
    instance.fault = () => undefined;
    expect(await again(mapping)).toEqual(counters({ processed: 1, updated: 1 }));
    expect(sent()).toEqual([{ method: "PATCH", name: "Twice" }]);
  });

  test("sends all values once more after its mapping or connection was changed", async () => {
    const type = newType();
    await makeCard(admin, { type, name: "Whole", attributes: { price: 5 } });
    const mapping = await mapOut(admin, type);
    await again(mapping);
    for (const path of [`mappings/${mapping.id}`, `connections/${mapping.connection_id}`]) {
      await admin.patch(`/servicenow/${path}`, { is_active: false });
      await admin.patch(`/servicenow/${path}`, { is_active: true });
      expect(await again(mapping)).toEqual(counters({ processed: 1, updated: 1 }));
      expect(sent()).toEqual([{ method: "PATCH", name: "Whole", cost: 5 }]);
      expect(await again(mapping)).toEqual(counters({ processed: 1, skipped: 1 }));
    }
  });

  test("doesn't forget costs that the user of the last one couldn't see", async () => {
    const type = newType();
    const card = await makeCard(admin, { type, name: "Dear", attributes: { price: 5 } });
    const mapping = await mapOut(admin, type);
    await again(mapping);
    await admin.patch(`/cards/${card.id}`, { name: "Dearer" });
    await run(await server.as(role("servicenow.manage", "inventory.view")), mapping, "push");
    expect(rowsOf(mapping.snow_table)).toMatchObject([{ name: "Dearer", cost: 5 }]);
    expect(await again(mapping)).toEqual(counters({ processed: 1, skipped: 1 }));
  });

  test("has at most four requests under way, and more than one", async () => {
    const type = newType();
    for (let card = 0; card < 30; card++) await makeCard(admin, { type });
    const mapping = await mapOut(admin, type);
    instance.fault = () => ({ slow: 20 });
    expect(await again(mapping)).toEqual(counters({ processed: 30, created: 30 }));
    expect(instance.atOnce).toBe(4);
    expect(rowsOf(mapping.snow_table)).toHaveLength(30);
  });

  test("has fewer requests under way once the instance is busy, and sends each row once", async () => {
    const type = newType();
    for (let card = 0; card < 30; card++) await makeCard(admin, { type });
    const mapping = await mapOut(admin, type);
    let asked = 0;
    instance.fault = () => {
      asked++;
      if (asked > 1 && asked <= 5) return { status: 429, headers: { "retry-after": "0" } };
      if (asked === 10) instance.atOnce = 0;
      return { slow: 20 };
    };
    expect(await again(mapping)).toEqual(counters({ processed: 30, created: 30 }));
    expect(instance.atOnce).toBeLessThanOrEqual(2);
    expect(rowsOf(mapping.snow_table)).toHaveLength(30);
  });
});

describe("an instance that fails during a push", () => {
  const isCreation = ({ method }: TableRequest) => method === "POST";

  test("doesn't prevent the other rows, and the next push creates the rest", async () => {
    const type = newType();
    for (const name of ["A", "B", "C"]) await makeCard(admin, { type, name });
    const mapping = await mapOut(admin, type);
    instance.fault = (asked) => (asked.body.includes('"B"') ? { status: 403 } : undefined);
    expect((await run(admin, mapping, "push")).stats).toEqual(counters({ processed: 3, created: 2, errors: 1 }));
    instance.reset();
    expect((await run(admin, mapping, "push")).stats).toEqual(counters({ processed: 3, created: 1, skipped: 2 }));
    expect(
      rowsOf(mapping.snow_table)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(["A", "B", "C"]);
  });

  test.each([["break after" as const], ["break" as const]])(
    "creates each row once with the fault '%s'",
    async (fault) => {
      const type = newType();
      for (const name of ["A", "B", "C"]) await makeCard(admin, { type, name });
      const mapping = await mapOut(admin, type);
      let broken = 0;
      instance.fault = (asked) => (isCreation(asked) && ++broken % 2 === 1 ? fault : undefined);
      expect((await run(admin, mapping, "push")).stats).toEqual(counters({ processed: 3, created: 3 }));
      expect(
        rowsOf(mapping.snow_table)
          .map(({ name }) => name)
          .toSorted(),
      ).toEqual(["A", "B", "C"]);
    },
  );

  test("ends the run with the reason when it fails for every card", async () => {
    const type = newType();
    for (let card = 0; card < 12; card++) await makeCard(admin, { type });
    const mapping = await mapOut(admin, type, { connection_id: await connect(admin, instance) });
    instance.fault = () => ({ status: 503 });
    const failed = await run(admin, mapping, "push");
    expect(failed).toMatchObject({ status: "failed", error_message: "Push sync operation failed" });
    expect(failed.reason).toContain("answers with the status 503");
    // Three failures are enough; those that were under way at the same moment are completed.
    expect(failed.stats.errors).toBe(failed.stats.processed);
    expect(failed.stats.errors).toBeLessThanOrEqual(6);
  });
});
