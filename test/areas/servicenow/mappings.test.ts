/** Mappings and their schedules. */
import { describe, expect, test } from "bun:test";
import { statement, transactionInTurn } from "../../../db";
import type { Client } from "../../support/client";
import { cardType, field, role, unique, violationsOf, watch } from "../../support/factories";
import { clientAs, testServer } from "../../support/server";
import { connect, ended, FIELDS, map, run, runJob, testInstance } from "./setup";

const server = testServer({ ALLOW_PRIVATE_ADDRESSES: "true" });
const admin = clientAs(server, "admin");
const instance = testInstance();

const runsOf = async ({ id }: { id: string }) => (await admin.get(`/servicenow/sync/runs?mapping_id=${id}`)).body;

describe("a mapping", () => {
  test("is created with defaults and listed by its connection", async () => {
    const connection_id = await connect(admin, instance);
    const events = await watch(admin);
    const mapping = await map(admin, instance, { connection_id, field_mappings: FIELDS.slice(0, 1) });
    expect(mapping).toEqual({
      id: mapping.id,
      connection_id,
      card_type_key: "Application",
      snow_table: mapping.snow_table,
      sync_direction: "snow_to_turbo",
      sync_mode: "conservative",
      max_deletion_ratio: 0.5,
      filter_query: null,
      skip_staging: false,
      is_active: true,
      schedule: null,
      next_run_at: null,
      field_mappings: [
        {
          id: mapping.field_mappings[0].id,
          turbo_field: "name",
          snow_field: "name",
          direction: "snow_leads",
          transform_type: null,
          transform_config: null,
          is_identity: true,
        },
      ],
      created_at: mapping.created_at,
      updated_at: mapping.created_at,
    });
    expect((await admin.get(`/servicenow/mappings?connection_id=${connection_id}`)).body).toEqual([mapping]);
    expect((await admin.get(`/servicenow/mappings/${mapping.id}`)).body).toEqual(mapping);
    expect((await admin.get("/servicenow/mappings")).body[0]).toEqual(mapping);
    expect((await events()).map(({ event_type }) => event_type)).toEqual(["servicenow.mapping_created"]);
  });

  test("is refused without a connection or with an invalid table", async () => {
    const body = { connection_id: Bun.randomUUIDv7(), card_type_key: "Application", snow_table: "cmdb" };
    expect(await admin.post("/servicenow/mappings", body)).toMatchObject({
      status: 404,
      body: { detail: "Connection not found" },
    });
    const named = { ...body, connection_id: await connect(admin, instance), snow_table: "a-b" };
    expect(await admin.post("/servicenow/mappings", named)).toMatchObject({
      status: 400,
      body: { detail: "Invalid ServiceNow table name" },
    });
    const wrong = {
      ...named,
      connection_id: "1",
      sync_mode: "x",
      max_deletion_ratio: 2,
      schedule: "* * *",
      field_mappings: [{}],
    };
    expect(violationsOf((await admin.post("/servicenow/mappings", wrong)).body)).toEqual([
      "body.connection_id: uuid_parsing",
      "body.sync_mode: literal_error",
      "body.max_deletion_ratio: less_than_equal",
      "body.schedule: value_error",
      "body.field_mappings.0.turbo_field: missing",
      "body.field_mappings.0.snow_field: missing",
    ]);
  });

  test("is updated in the given fields: null clears the filter, and fields are replaced as a whole", async () => {
    const mapping = await map(admin, instance, { filter_query: "active=true" });
    const at = `/servicenow/mappings/${mapping.id}`;
    expect((await admin.patch(at, { card_type_key: null, sync_mode: "strict" })).body).toMatchObject({
      card_type_key: "Application",
      filter_query: "active=true",
      sync_mode: "strict",
      field_mappings: mapping.field_mappings,
    });
    const { body } = await admin.patch(at, { filter_query: null, field_mappings: FIELDS.slice(1) });
    expect(body.filter_query).toBeNull();
    expect(body.field_mappings).toMatchObject([{ turbo_field: "description" }]);
    expect((await admin.get(at)).body).toEqual(body);
    expect((await admin.patch(at, { snow_table: "a b" })).status).toBe(400);
  });

  test("is deleted with its identities, while its runs stay", async () => {
    const mapping = await map(admin, instance);
    instance.add(mapping.snow_table, [{ name: unique("Kept ") }]);
    const pulled = await run(admin, mapping);
    expect(await admin.delete(`/servicenow/mappings/${mapping.id}`)).toMatchObject({ status: 200, body: { ok: true } });
    expect((await admin.get(`/servicenow/sync/runs/${pulled.id}`)).body).toEqual({ ...pulled, mapping_id: null });
    const { body } = await admin.post(`/servicenow/sync/runs/${pulled.id}/apply`);
    expect(body).toEqual({ ok: true, applied: { created: 0, updated: 0, deleted: 0, errors: 0 } });
    expect((await admin.post(`/servicenow/sync/pull/${mapping.id}`)).body).toEqual({ detail: "Mapping not found" });
  });

  test("can't run while it or its connection is switched off", async () => {
    const mapping = await map(admin, instance);
    const pull = async () => (await admin.post(`/servicenow/sync/pull/${mapping.id}`)).body;
    await admin.patch(`/servicenow/mappings/${mapping.id}`, { is_active: false });
    expect(await pull()).toEqual({ detail: "Mapping is inactive" });
    await admin.patch(`/servicenow/mappings/${mapping.id}`, { is_active: true });
    await admin.patch(`/servicenow/connections/${mapping.connection_id}`, { is_active: false });
    expect(await pull()).toEqual({ detail: "Connection is inactive or not found" });
    expect(await runsOf(mapping)).toEqual([]);
  });
});

describe("the schedule of a mapping", () => {
  const makeDue = ({ id }: { id: string }) =>
    transactionInTurn(() =>
      statement("UPDATE servicenow_mappings SET next_run_at = '2026-01-01' WHERE id = ?").run(id),
    );

  test("starts due runs, once and on behalf of the user who set it", async () => {
    const mapping = await map(admin, instance, { schedule: "0 3 * * *", sync_direction: "bidirectional" });
    expect(mapping.next_run_at).toMatch(/T03:00:00.000Z$/);
    await runJob();
    expect(await runsOf(mapping)).toEqual([]);
    await makeDue(mapping);
    await Promise.all([runJob(), runJob()]);
    while ((await runsOf(mapping)).length < 2) await Bun.sleep(20);
    const [push, pull] = await runsOf(mapping);
    expect(pull).toMatchObject({ direction: "pull", created_by: admin.userId });
    expect((await ended(admin, push.id)).direction).toBe("push");
    await runJob();
    expect((await runsOf(mapping)).length).toBe(2);
    expect((await admin.get(`/servicenow/mappings/${mapping.id}`)).body.next_run_at).toBe(mapping.next_run_at);
  });

  test("starts no run for a user who lost the right", async () => {
    const other = await server.as("admin");
    const mapping = await map(other, instance, { schedule: "0 3 * * *" });
    await admin.patch(`/users/${other.userId}`, { is_active: false });
    await makeDue(mapping);
    await runJob();
    expect(await runsOf(mapping)).toEqual([]);
  });

  test("is deleted with null", async () => {
    const mapping = await map(admin, instance, { schedule: "*/5 * * * *" });
    const { body } = await admin.patch(`/servicenow/mappings/${mapping.id}`, { schedule: null });
    expect(body).toMatchObject({ schedule: null, next_run_at: null });
  });
});

test("the preview of a mapping hides the columns that lead to costs from those who don't see costs", async () => {
  const blind = await server.as(role("servicenow.manage"));
  const type = cardType(unique("Costly").replaceAll(" ", ""), [field("price", "cost"), field("size", "number")]);
  const field_mappings = [
    ...FIELDS,
    { turbo_field: "attributes.price", snow_field: "cost" },
    { turbo_field: "attributes.size", snow_field: "size" },
  ];
  const snow_table = unique("table_");
  const mapping = await map(admin, instance, { card_type_key: type, field_mappings, snow_table });
  instance.add(snow_table, [{ sys_id: "1", name: "One", short_description: "", cost: "99", size: "3" }]);
  const previewBy = async (client: Client) => {
    const { body } = await client.post(`/servicenow/mappings/${mapping.id}/preview`);
    const [{ snow_record, transformed }] = body.previews;
    return { cost: snow_record.cost, size: snow_record.size, attributes: transformed.attributes };
  };
  expect(await previewBy(admin)).toMatchObject({ attributes: { price: "99", size: "3" } });
  expect(await previewBy(blind)).toMatchObject({ cost: undefined, attributes: { size: "3" } });
});
