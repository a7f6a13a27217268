/** Pushes: what cards make of rows. */
import { describe, expect, test } from "bun:test";
import { cardType, field, makeCard, role, unique, watch } from "../../support/factories";
import { clientAs, testServer } from "../../support/server";
import type { TableRequest } from "../../support/table-api";
import { connect, map, run, testInstance } from "./setup";

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
  expect(rowsOf(mapping.snow_table)).toMatchObject([{ name: "Renamed", go_live: null }]);
  expect((await admin.get(`/servicenow/sync/runs?mapping_id=${mapping.id}`)).body).toEqual([second, first]);
});

test("a push without fields that Stoa leads sends no request to the instance", async () => {
  const mapping = await map(admin, instance);
  expect(await run(admin, mapping, "push")).toMatchObject({ status: "completed", stats: counters({}) });
  expect(instance.asked).toEqual([]);
});

test("a card that a pull has found by its name is updated, and stays when its row is deleted", async () => {
  const type = newType();
  await makeCard(admin, { type, name: "Found" });
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

describe("an instance that fails during a push", () => {
  const isCreation = ({ method }: TableRequest) => method === "POST";

  test("doesn't prevent the other rows, and the next push creates the rest", async () => {
    const type = newType();
    for (const name of ["A", "B", "C"]) await makeCard(admin, { type, name });
    const mapping = await mapOut(admin, type);
    instance.fault = (asked) => (asked.body.includes('"B"') ? { status: 403 } : undefined);
    expect((await run(admin, mapping, "push")).stats).toEqual(counters({ processed: 3, created: 2, errors: 1 }));
    instance.reset();
    expect((await run(admin, mapping, "push")).stats).toEqual(counters({ processed: 3, created: 1, updated: 2 }));
    expect(rowsOf(mapping.snow_table).map(({ name }) => name)).toEqual(["A", "C", "B"]);
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
      expect(rowsOf(mapping.snow_table).map(({ name }) => name)).toEqual(["A", "B", "C"]);
    },
  );

  test("ends the run with the reason when it fails for every card", async () => {
    const type = newType();
    for (let card = 0; card < 4; card++) await makeCard(admin, { type });
    const mapping = await mapOut(admin, type, { connection_id: await connect(admin, instance) });
    instance.fault = () => ({ status: 503 });
    const failed = await run(admin, mapping, "push");
    expect(failed).toMatchObject({ status: "failed", error_message: "Push sync operation failed" });
    expect(failed.reason).toContain("answers with the status 503");
    expect(failed.stats).toEqual(counters({ processed: 3, errors: 3 }));
  });
});
