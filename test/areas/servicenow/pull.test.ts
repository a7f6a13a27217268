/** Pulls: what rows of a table make of cards. */
import { describe, expect, test } from "bun:test";
import { cardNow, cardType, field, makeCard, role, unique, watch } from "../../support/factories";
import { clientAs, testServer } from "../../support/server";
import { type Body, ended, FIELDS, map, run, staged, testInstance } from "./setup";

const server = testServer({ ALLOW_PRIVATE_ADDRESSES: "true" });
const admin = clientAs(server, "admin");
const instance = testInstance();

const counters = (stats: object) => ({
  fetched: 0,
  created: 0,
  updated: 0,
  deleted: 0,
  skipped: 0,
  errors: 0,
  ...stats,
});
const names = (count: number) => Array.from({ length: count }, () => ({ name: `${Bun.randomUUIDv7()}` }));
/** Returns cards that the pull has created, by the ids of their rows. */
const cardsOf = async (pulled: Body): Promise<Record<string, string>> =>
  Object.fromEntries((await staged(admin, pulled)).map(({ snow_sys_id, card_id }) => [snow_sys_id, card_id]));

describe("a pull", () => {
  test("creates cards for new rows in one batch, and a second pull changes nothing", async () => {
    const mapping = await map(admin, instance);
    const [first = ""] = instance.add(mapping.snow_table, [
      { name: "Payroll one", short_description: "pays" },
      { name: "Ledger two" },
    ]);
    const events = await watch(admin);
    const pulled = await run(admin, mapping);
    expect(pulled).toMatchObject({ status: "completed", reason: null, created_by: admin.userId });
    expect(pulled.stats).toEqual(counters({ fetched: 2, created: 2 }));
    const cards = await cardsOf(pulled);
    expect(await cardNow(admin, cards[first] as string)).toMatchObject({
      type: "Application",
      name: "Payroll one",
      description: "pays",
      status: "ACTIVE",
      approval_status: "DRAFT",
    });
    const published = await events();
    expect(published.map(({ event_type }) => event_type)).toEqual([
      "servicenow.run_started",
      "card.created",
      "card.created",
      "servicenow.run_completed",
    ]);
    expect(published[1]).toMatchObject({
      user_id: admin.userId,
      data: { source: "servicenow_sync", type: "Application" },
    });
    const { body: batch } = await admin.get(`/mutation-batches/${pulled.batch_id}`);
    expect(batch).toMatchObject({ tool_name: `POST /api/v1/servicenow/sync/pull/${mapping.id}` });
    const again = await run(admin, mapping);
    expect(again.stats).toEqual(counters({ fetched: 2, skipped: 2 }));
    expect(again.batch_id).toBeNull();
    expect((await admin.get(`/servicenow/sync/runs/${again.id}`)).body).toEqual(again);
  });

  test("updates different values as an ordinary change, which breaks an approval", async () => {
    const type = cardType(unique("Synced"), [field("owner", "text"), field("size", "number")]);
    const mapping = await map(admin, instance, {
      card_type_key: type,
      field_mappings: [
        ...FIELDS,
        { turbo_field: "attributes.owner", snow_field: "owned_by" },
        { turbo_field: "attributes.size", snow_field: "size" },
        { turbo_field: "lifecycle.active", snow_field: "go_live", transform_type: "date_format" },
      ],
    });
    const row = { name: "Alpha", short_description: "old", owned_by: "Ann", size: "7", go_live: "2026-03-04 10:00:00" };
    const [sysId = ""] = instance.add(mapping.snow_table, [row]);
    const id = (await cardsOf(await run(admin, mapping)))[sysId] as string;
    const before = await cardNow(admin, id);
    expect(before).toMatchObject({ attributes: { owner: "Ann", size: 7 }, lifecycle: { active: "2026-03-04" } });
    await admin.post(`/cards/${id}/approval-status?action=approve`);
    Object.assign(instance.row(mapping.snow_table, sysId), { short_description: "", owned_by: "Ben", go_live: "" });
    const pulled = await run(admin, mapping);
    expect(pulled.stats).toEqual(counters({ fetched: 1, updated: 1 }));
    expect(await staged(admin, pulled)).toMatchObject([
      { action: "update", status: "applied", card_id: id, diff: { "attributes.owner": { old: "Ann", new: "Ben" } } },
    ]);
    const after = await cardNow(admin, id);
    expect(after).toMatchObject({
      description: "old",
      attributes: { owner: "Ben", size: 7 },
      lifecycle: before.lifecycle,
    });
    expect(after.approval_status).not.toBe("APPROVED");
    const { body: history } = await admin.get(`/cards/${id}/history`);
    expect(history[0]).toMatchObject({ event_type: "card.updated", data: { source: "servicenow_sync" } });
  });

  test("finds cards by their exact name, then by the most similar one, and links each once", async () => {
    const type = cardType(unique("Named"));
    const exact = await makeCard(admin, { type, name: "Customer Portal" });
    const close = await makeCard(admin, { type, name: "Warehouse Management System" });
    await makeCard(admin, { type, name: "Something else" });
    const mapping = await map(admin, instance, { card_type_key: type });
    const rows = [
      { name: "Customer Portal", short_description: "x" },
      { name: "Warehouse Managment System" },
      { name: "Customer Portal 2" },
      { name: "No such thing" },
    ];
    const ids = instance.add(mapping.snow_table, rows);
    const pulled = await run(admin, mapping);
    const cards = await cardsOf(pulled);
    expect(cards[ids[0] as string]).toBe(exact.id);
    expect(cards[ids[1] as string]).toBe(close.id);
    expect(pulled.stats).toEqual(counters({ fetched: 4, created: 2, updated: 2 }));
    expect((await run(admin, mapping)).stats).toEqual(counters({ fetched: 4, skipped: 4 }));
  });

  test("marks a row as an error when two cards have its name, and drops rows without an id", async () => {
    const type = cardType(unique("Twin"));
    const parent = await makeCard(admin, { type });
    await makeCard(admin, { type, name: "Twin" });
    await makeCard(admin, { type, name: "Twin", parent_id: parent.id });
    const mapping = await map(admin, instance, { card_type_key: type });
    instance.add(mapping.snow_table, [{ name: "Twin" }]);
    instance.tables.get(mapping.snow_table)?.set("none", { name: "Nobody", sys_id: "" });
    const pulled = await run(admin, mapping);
    expect(pulled.stats).toEqual(counters({ fetched: 2, errors: 1 }));
    expect(await staged(admin, pulled)).toEqual([]);
  });

  test("reports for each record why it could not be applied", async () => {
    const type = cardType(unique("Strict"), [field("home", "url")]);
    const mapping = await map(admin, instance, {
      card_type_key: type,
      field_mappings: [...FIELDS, { turbo_field: "attributes.home", snow_field: "url" }],
    });
    instance.add(mapping.snow_table, [
      { name: "Bad link", url: "javascript:alert(1)" },
      { name: "x".repeat(501) },
      { name: " " },
      { name: "Good" },
    ]);
    const pulled = await run(admin, mapping);
    expect(pulled).toMatchObject({
      status: "completed",
      reason: expect.stringContaining("3 records could not be applied"),
    });
    const records = await staged(admin, pulled);
    expect(records.map(({ status }) => status)).toEqual(["error", "error", "error", "applied"]);
    expect(records[0]).toMatchObject({
      error_message: "Failed to apply record",
      reason: expect.stringContaining("home"),
    });
    expect(records[1]?.reason).toContain("name");
    expect(records[2]?.reason).toContain("name");
    expect((await staged(admin, pulled, "?status=error&action=create")).length).toBe(3);
  });

  test("names cards by their rows only where no column is mapped to the name", async () => {
    const type = cardType(unique("Nameless"));
    const mapping = await map(admin, instance, { card_type_key: type, field_mappings: [] });
    const [sysId = ""] = instance.add(mapping.snow_table, [{ other: 1 }]);
    const cards = await cardsOf(await run(admin, mapping));
    expect(await cardNow(admin, cards[sysId] as string)).toMatchObject({ name: `SNOW-${sysId.slice(0, 8)}` });
    const page = instance.asked.find(({ path }) => path.endsWith(mapping.snow_table));
    expect(page?.query.has("sysparm_fields")).toBe(false);
  });

  test("creates a deleted card again, and retains its identity", async () => {
    const mapping = await map(admin, instance);
    const [sysId = ""] = instance.add(mapping.snow_table, [{ name: unique("Deleted here ") }]);
    const first = (await cardsOf(await run(admin, mapping)))[sysId] as string;
    await admin.post("/cards/bulk-delete", { card_ids: [first] });
    expect((await run(admin, mapping)).stats).toEqual(counters({ fetched: 1, created: 1 }));
    expect((await run(admin, mapping)).stats).toEqual(counters({ fetched: 1, skipped: 1 }));
  });

  test("can be undone by its batch", async () => {
    const mapping = await map(admin, instance);
    instance.add(mapping.snow_table, names(3));
    const pulled = await run(admin, mapping);
    const undone = await admin.post(`/mutation-batches/${pulled.batch_id}/rollback`, { dry_run: false });
    expect(undone.status).toBe(200);
    for (const id of Object.values(await cardsOf(pulled))) {
      const { status, body } = await admin.get(`/cards/${id}`);
      expect(status === 404 || body.status === "ARCHIVED").toBe(true);
    }
  });
});

describe("the pages of a pull", () => {
  test("are requested in the order of ids, with the mapping's columns and filter", async () => {
    const mapping = await map(admin, instance, { filter_query: "operational_status=1^NQinstall_status=2" });
    instance.add(
      mapping.snow_table,
      names(501).map((row) => ({ ...row, operational_status: "1" })),
    );
    instance.add(mapping.snow_table, [{ name: "retired", operational_status: "6" }]);
    const pulled = await run(admin, mapping, "pull", "?auto_apply=false");
    expect((await ended(admin, pulled.id)).stats).toEqual(counters({ fetched: 501, created: 501 }));
    const asked = instance.asked.map(({ query }) => Object.fromEntries(query));
    const common = {
      sysparm_limit: "500",
      sysparm_display_value: "false",
      sysparm_exclude_reference_link: "true",
      sysparm_fields: "sys_id,name,short_description",
      sysparm_query: "operational_status=1^NQinstall_status=2^ORDERBYsys_id",
    };
    expect(asked).toEqual([
      { ...common, sysparm_offset: "0" },
      { ...common, sysparm_offset: "500" },
    ]);
  });

  test("are read to the first short one when the instance has no count", async () => {
    instance.counts = false;
    const mapping = await map(admin, instance);
    instance.add(mapping.snow_table, names(500));
    const pulled = await run(admin, mapping, "pull", "?auto_apply=false");
    expect((await ended(admin, pulled.id)).stats.fetched).toBe(500);
    expect(instance.asked.length).toBe(2);
  });

  test("lose no row that exists all the time, although the table changes during the pull", async () => {
    const mapping = await map(admin, instance);
    const ids = instance.add(mapping.snow_table, names(501));
    const first = await run(admin, mapping);
    expect((await ended(admin, first.id)).stats.created).toBe(501);
    let pages = 0;
    instance.afterPage = () => {
      if (++pages === 1) instance.remove(mapping.snow_table, ids[0] as string);
    };
    const added = instance.add(mapping.snow_table, [{ name: unique("Late ") }]);
    const second = await ended(admin, (await run(admin, mapping)).id);
    // The pass after the change finds what had moved into the page that was read before.
    const actions = Map.groupBy(await staged(admin, second), ({ action }) => action);
    expect(actions.get("create")?.map(({ snow_sys_id }) => snow_sys_id)).toEqual(added);
    expect(actions.get("delete")?.length ?? 0).toBe(0);
    expect((await ended(admin, (await run(admin, mapping)).id)).stats.deleted).toBe(1);
  });

  test("may contain display values, links and values that no card can have", async () => {
    const mapping = await map(admin, instance, {
      field_mappings: [...FIELDS, { turbo_field: "attributes.owner", snow_field: "owned_by" }],
    });
    const name = unique("Linked ");
    const owned_by = { link: "https://elsewhere/api/now/table/sys_user/abc", value: "abc" };
    instance.add(mapping.snow_table, [{ name, owned_by }, { name: "halves \ud800" }, { name: "nul \u0000" }]);
    const pulled = await run(admin, mapping);
    expect(pulled.stats).toEqual(counters({ fetched: 3, created: 1, errors: 2 }));
    const [record] = await staged(admin, pulled);
    expect(await cardNow(admin, record?.card_id)).toMatchObject({ attributes: { owner: "abc" } });
    expect(record?.snow_data.owned_by).toEqual(owned_by);
  });

  test("contain only updated rows, on request and after a pull that has read all", async () => {
    const mapping = await map(admin, instance);
    instance.add(mapping.snow_table, [{ name: unique("Old ") }]);
    expect((await run(admin, mapping, "pull", "?delta=true")).stats.fetched).toBe(1);
    const today = new Date().toISOString().slice(0, 19).replace("T", " ");
    instance.add(mapping.snow_table, [{ name: unique("New "), sys_updated_on: today }]);
    instance.asked.length = 0;
    const delta = await run(admin, mapping, "pull", "?delta=true");
    expect(delta.stats).toEqual(counters({ fetched: 1, created: 1 }));
    expect(instance.asked[0]?.query.get("sysparm_query")).toMatch(
      /^sys_updated_on>=\d{4}-\d\d-\d\d [\d:]{8}\^ORDERBYsys_id$/,
    );
  });
});

describe("rows that are gone from the instance", () => {
  /** Returns a mapping with four rows: three that a pull has created, and one that was found by its name. */
  async function synced(rest: object) {
    const type = cardType(unique("Gone"));
    const found = await makeCard(admin, { type, name: "Found by its name" });
    const mapping = await map(admin, instance, { card_type_key: type, ...rest });
    const ids = instance.add(mapping.snow_table, [{ name: "Found by its name" }, ...names(3)]);
    const cards = await cardsOf(await run(admin, mapping));
    return { mapping, ids, found, created: cards[ids[1] as string] as string };
  }

  test.each([
    ["additive", "ACTIVE", "ACTIVE", 0],
    ["conservative", "ACTIVE", "ARCHIVED", 1],
    ["strict", "ARCHIVED", "ARCHIVED", 2],
  ])(
    "leave with the mode %s a card that was found %s and a created one %s",
    async (sync_mode, found, created, deleted) => {
      const { mapping, ids, ...cards } = await synced({ sync_mode });
      instance.remove(mapping.snow_table, ...ids.slice(0, 2));
      expect((await run(admin, mapping)).stats).toEqual(counters({ fetched: 2, skipped: 2, deleted }));
      expect((await cardNow(admin, cards.found.id)).status).toBe(found);
      expect((await cardNow(admin, cards.created)).status).toBe(created);
      expect((await run(admin, mapping)).stats).toMatchObject({ deleted: 0 });
    },
  );

  test("archive no card above the ratio until somebody decides, and the run reports that", async () => {
    const { mapping, ids, created } = await synced({ max_deletion_ratio: 0.25, sync_mode: "strict" });
    instance.remove(mapping.snow_table, ...ids.slice(0, 2));
    const pulled = await run(admin, mapping);
    expect(pulled).toMatchObject({
      status: "completed",
      reason: expect.stringContaining("2 of 4 linked rows are gone"),
    });
    expect(pulled.stats).toEqual(counters({ fetched: 2, skipped: 2 }));
    expect((await cardNow(admin, created)).status).toBe("ACTIVE");
    expect(pulled).toMatchObject({ pending: 2 });
    expect(await staged(admin, pulled, "?status=held")).toMatchObject([{ action: "delete" }, { action: "delete" }]);
    await admin.post(`/servicenow/sync/runs/${pulled.id}/apply`);
    expect((await cardNow(admin, created)).status).toBe("ACTIVE");
    instance.remove(mapping.snow_table, ...ids);
    const empty = await run(admin, mapping);
    expect(empty.stats).toMatchObject({ fetched: 0, deleted: 0 });
    expect(await staged(admin, pulled, "?status=held")).toEqual([]);
    const [first] = await staged(admin, empty, "?status=held");
    await admin.post(`/servicenow/sync/runs/${empty.id}/discard`, { record_ids: [first?.id] });
    const { body } = await admin.post(`/servicenow/sync/runs/${empty.id}/apply?held=true`);
    expect(body.applied).toEqual({ created: 0, updated: 0, deleted: 3, errors: 0 });
    expect((await cardNow(admin, first?.card_id)).status).toBe("ACTIVE");
    expect((await run(admin, mapping)).reason).toContain("1 of 1 linked rows are gone");
  });

  test("wait for the review when it has no other records", async () => {
    const { mapping, ids, created } = await synced({ skip_staging: false });
    await admin.patch(`/servicenow/mappings/${mapping.id}`, { skip_staging: true });
    instance.remove(mapping.snow_table, ids[1] as string);
    const pulled = await run(admin, mapping);
    expect(await staged(admin, pulled)).toMatchObject([
      { action: "delete", status: "pending", snow_data: {}, card_id: created },
    ]);
    expect((await cardNow(admin, created)).status).toBe("ACTIVE");
    const { body } = await admin.post(`/servicenow/sync/runs/${pulled.id}/apply`);
    expect(body).toEqual({ ok: true, applied: { created: 0, updated: 0, deleted: 1, errors: 0 } });
    expect((await cardNow(admin, created)).status).toBe("ARCHIVED");
  });

  test("leave their cards active when they are back by the time of the review", async () => {
    const { mapping, ids, created } = await synced({});
    const row = instance.row(mapping.snow_table, ids[1] as string);
    instance.remove(mapping.snow_table, ids[1] as string);
    const review = await run(admin, mapping, "pull", "?auto_apply=false");
    instance.add(mapping.snow_table, [row]);
    await run(admin, mapping);
    const { body } = await admin.post(`/servicenow/sync/runs/${review.id}/apply`);
    expect(body.applied).toMatchObject({ deleted: 0, errors: 1 });
    expect((await cardNow(admin, created)).status).toBe("ACTIVE");
  });

  test("leave a card with children for a manual decision", async () => {
    const { mapping, ids, created } = await synced({});
    const { type } = await cardNow(admin, created);
    await makeCard(admin, { type, parent_id: created });
    instance.remove(mapping.snow_table, ids[1] as string);
    const pulled = await run(admin, mapping);
    expect(await staged(admin, pulled, "?action=delete")).toMatchObject([
      { status: "error", reason: expect.stringContaining("children") },
    ]);
  });
});

describe("the review of a pull", () => {
  test("is skipped when there is nothing to review", async () => {
    const type = cardType(unique("Direct"));
    const mapping = await map(admin, instance, { card_type_key: type, skip_staging: true });
    const rows = [{ name: "One" }, { name: "Two" }, { name: "x".repeat(501) }];
    const [sysId = ""] = instance.add(mapping.snow_table, rows);
    const first = await run(admin, mapping);
    expect(first.stats).toEqual(counters({ fetched: 3, created: 2, errors: 1 }));
    expect(await staged(admin, first)).toEqual([]);
    Object.assign(instance.row(mapping.snow_table, sysId), { short_description: "new" });
    expect((await run(admin, mapping)).stats).toEqual(counters({ fetched: 3, updated: 1, skipped: 1, errors: 1 }));
    const { body } = await admin.get(`/cards?type=${type}&sort_by=name`);
    expect(body.items.map(({ name, description }: Body) => [name, description])).toEqual([
      ["One", "new"],
      ["Two", null],
    ]);
  });

  test("applies the staged records once, and never doubles a card", async () => {
    const mapping = await map(admin, instance);
    const name = unique("Reviewed ");
    instance.add(mapping.snow_table, [{ name }]);
    const first = await run(admin, mapping, "pull", "?auto_apply=false");
    const second = await run(admin, mapping, "pull", "?auto_apply=false");
    expect((await admin.get(`/cards?search=${encodeURIComponent(name)}`)).body.total).toBe(0);
    const apply = async ({ id }: Body) => (await admin.post(`/servicenow/sync/runs/${id}/apply`)).body.applied;
    const none = { created: 0, updated: 0, deleted: 0, errors: 0 };
    expect(await apply(first)).toEqual({ ...none, created: 1 });
    expect(await apply(first)).toEqual(none);
    await apply(second);
    expect((await admin.get(`/cards?search=${encodeURIComponent(name)}`)).body.total).toBe(1);
  });

  test("doesn't link a row or a card that is linked otherwise by then", async () => {
    const type = cardType(unique("Linked"));
    const card = await makeCard(admin, { type, name: "Only one" });
    const mapping = await map(admin, instance, { card_type_key: type });
    const [sysId = ""] = instance.add(mapping.snow_table, [{ name: "Only one", short_description: "a" }]);
    const old = await run(admin, mapping, "pull", "?auto_apply=false");
    instance.remove(mapping.snow_table, sysId);
    const [other = ""] = instance.add(mapping.snow_table, [{ name: "Only one", short_description: "b" }]);
    expect(await cardsOf(await run(admin, mapping))).toEqual({ [other]: card.id });
    await admin.post(`/servicenow/sync/runs/${old.id}/apply`);
    expect(await staged(admin, old)).toMatchObject([{ status: "error", reason: `The card is that of row ${other}` }]);
    expect((await cardNow(admin, card.id)).description).toBe("b");
  });

  test("needs the rights that the changes need", async () => {
    const manager = await server.as(role("servicenow.manage", "inventory.view"));
    const mapping = await map(manager, instance);
    const type = "Application";
    const existing = await makeCard(admin, { type, name: unique("Not theirs ") });
    instance.add(mapping.snow_table, [...names(1), { name: existing.name, short_description: "changed" }]);
    const pulled = await run(manager, mapping);
    const records = await staged(manager, pulled);
    expect(records.map(({ status, reason }) => [status, reason])).toEqual([
      ["error", "Not enough permissions"],
      ["error", "Not enough permissions"],
    ]);
    expect((await cardNow(admin, existing.id)).description).toBe(existing.description);
  });

  test("hides costs from users who may not see them", async () => {
    const type = cardType(unique("Costly"), [field("price", "cost")]);
    const fields = [...FIELDS, { turbo_field: "attributes.price", snow_field: "cost" }];
    const mapping = await map(admin, instance, { card_type_key: type, field_mappings: fields });
    const [sysId = ""] = instance.add(mapping.snow_table, [{ name: "Dear", cost: "10", short_description: "a" }]);
    await run(admin, mapping);
    Object.assign(instance.row(mapping.snow_table, sysId), { cost: "20", short_description: "b" });
    const pulled = await run(admin, mapping, "pull", "?auto_apply=false");
    const diffFor = async (client: typeof admin) => Object.keys((await staged(client, pulled))[0]?.diff);
    expect(await diffFor(admin)).toEqual(["description", "attributes.price"]);
    expect(await diffFor(await server.as(role("servicenow.manage")))).toEqual(["description"]);
  });

  test("is left out record by record or by what would be done, and only the rest is applied", async () => {
    const mapping = await map(admin, instance);
    instance.add(mapping.snow_table, [{ name: "Left out" }, { name: "Taken" }]);
    const pulled = await run(admin, mapping, "pull", "?auto_apply=false");
    expect(pulled.pending).toBe(2);
    const [left, taken] = await staged(admin, pulled);
    const events = await watch(admin);
    const discard = async (body: object) => (await admin.post(`/servicenow/sync/runs/${pulled.id}/discard`, body)).body;
    expect(await discard({ action: "delete" })).toEqual({ discarded: 0 });
    expect(await discard({ record_ids: [left.id] })).toEqual({ discarded: 1 });
    expect(await events()).toMatchObject([
      { event_type: "servicenow.records_discarded", data: { id: pulled.id, mapping_id: mapping.id, count: 1 } },
    ]);
    expect((await admin.get(`/servicenow/sync/runs/${pulled.id}`)).body.pending).toBe(1);
    await admin.post(`/servicenow/sync/runs/${pulled.id}/apply`);
    expect(await staged(admin, pulled)).toMatchObject([
      { id: left.id, status: "discarded", card_name: null, relations: 0 },
      { id: taken.id, status: "applied", card_name: "Taken", relations: 0 },
    ]);
    const { body: runs } = await admin.get(`/servicenow/sync/runs?mapping_id=${mapping.id}`);
    expect(runs).toMatchObject([{ id: pulled.id, pending: 0 }]);
  });

  test("is empty for an unknown run, which can't be applied", async () => {
    const id = Bun.randomUUIDv7();
    expect(await staged(admin, { id })).toEqual([]);
    expect((await admin.post(`/servicenow/sync/runs/${id}/apply`)).body).toEqual({ detail: "Sync run not found" });
  });
});
