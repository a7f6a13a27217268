/** Tests of the content of an export, and of what it never contains. */
import { expect, test } from "bun:test";
import { statement, transactionInTurn } from "../../../db";
import { clearCaches } from "../../../db/cache";
import { orderedSheets } from "../../../src/areas/workspace/bundle/format";
import { role } from "../../support/factories";
import { lastEvent } from "../../support/journal";
import { clientAs, testServer } from "../../support/server";
import { exported } from "./support";

const server = testServer({ TURBO_EA_PUBLIC_URL: "https://stoa.company.example" });
const admin = clientAs(server, "admin");

test("an export is an archive with a manifest, a workbook of all sheets and the assets", async () => {
  const before = lastEvent();
  const { headers, manifest, sheets: found, assets } = await exported(server, admin);
  expect(headers.get("content-type")).toBe("application/zip");
  expect(headers.get("content-disposition")).toMatch(
    /^attachment; filename="workspace_export_\d{4}-\d{2}-\d{2}_\d{4}\.zip"$/,
  );
  expect(Object.entries(found).map(([name, { headers }]) => [name, headers])).toEqual(
    orderedSheets().map(({ name, headers }) => [name, [...headers]]),
  );
  expect(orderedSheets().length).toBe(50);
  expect(manifest).toMatchObject({
    format_version: "1",
    source_url: "https://stoa.company.example",
    include_archived: false,
    sections: Object.fromEntries(Object.entries(found).map(([name, { rows }]) => [name, rows.length])),
    assets: Object.keys(assets).toSorted(),
  });
  expect(manifest.exported_at).toMatch(/\+00:00$/);
  expect(lastEvent()).toBe(before);
});

test("archived cards are omitted with all that belongs to them, unless they are requested", async () => {
  const make = async (body: object) => (await admin.post("/cards", { type: "Organization", ...body })).body.id;
  const parent = await make({ name: "Old / parent" });
  const child = await make({ name: "Child", parent_id: parent });
  await transactionInTurn(() =>
    statement("UPDATE cards SET status = 'ARCHIVED', archived_at = '2026-01-01' WHERE id = ?").run(parent),
  );
  clearCaches();
  const cardsOf = async (query: string) =>
    (await exported(server, admin, query)).sheets["Cards"]?.rows.map(({ name, parent_path }) => [name, parent_path]);
  expect(await cardsOf("")).toEqual([["Child", null]]);
  expect(await cardsOf("?include_archived=true")).toEqual([
    ["Old / parent", null],
    ["Child", "Old \\/ parent"],
  ]);
  await admin.delete(`/cards/${child}`);
});

test("secrets are omitted with their names, while their neighbours are exported", async () => {
  const general = {
    sso: { client_id: "the-client", client_secret: "enc:abc" },
    ai: { apiKey: "enc:def", model: "the-model", list: ["enc:ghi", "kept"] },
  };
  const email = { smtp_host: "mail.company.example", smtp_password: "enc:jkl" };
  await transactionInTurn(() => {
    statement("DELETE FROM app_settings").run();
    statement(
      "INSERT INTO app_settings (id, general_settings, email_settings, updated_at) VALUES ('default', ?, ?, '2026-01-01')",
    ).run(JSON.stringify(general), JSON.stringify(email));
  });
  clearCaches();
  const { sheets: found, manifest } = await exported(server, admin);
  expect(found["Settings"]?.rows).toEqual([
    { key: "general_settings", value: '{"ai":{"list":["kept"],"model":"the-model"},"sso":{"client_id":"the-client"}}' },
    { key: "email_settings", value: '{"smtp_host":"mail.company.example"}' },
    { key: "custom_logo_mime", value: "null" },
    { key: "custom_favicon_mime", value: "null" },
  ]);
  const text = JSON.stringify([found, manifest]);
  for (const word of ["client_secret", "apiKey", "smtp_password", "enc:", "password_hash"])
    expect(text).not.toContain(word);
});

test("an export needs the right to see costs", async () => {
  const withoutCosts = await server.as(role("admin.export_workspace"));
  expect((await withoutCosts.get("/admin/workspace/export")).status).toBe(403);
});
