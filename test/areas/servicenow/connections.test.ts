/** Tests of connections: their fields, their authentication, and their requests. */
import { afterEach, describe, expect, test } from "bun:test";
import { statement } from "../../../db";
import { configureOutbound } from "../../../src/platform/outbound";
import { findingsOf } from "../../support/databases";
import { unique, violationsOf, watch } from "../../support/factories";
import { IMPOSSIBLE_HOST } from "../../support/hosts";
import { clientAs, testServer } from "../../support/server";
import { connect, map, run, testInstance } from "./setup";

const server = testServer({ ALLOW_PRIVATE_ADDRESSES: "true" });
const admin = clientAs(server, "admin");
const instance = testInstance();
afterEach(() => configureOutbound(true));

const create = (fields: object) => admin.post("/servicenow/connections", { name: "Ours", ...fields });
const tested = async (id: string) => (await admin.post(`/servicenow/connections/${id}/test`)).body.success;
const oauth = () => connect(admin, instance, { auth_type: "oauth2", username: "", ...instance.oauth });
const instance_url = "https://no-such-host.service-now.com";

describe("a connection", () => {
  test("is created without a call to the instance, and shows no credentials", async () => {
    const events = await watch(admin);
    const { status, body } = await create({
      instance_url: `${instance_url}/way//`,
      username: "me",
      password: "hush hush",
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: body.id,
      name: "Ours",
      instance_url: `${instance_url}/way`,
      auth_type: "basic",
      is_active: true,
      last_tested_at: null,
      test_status: null,
      mapping_count: 0,
      created_at: body.created_at,
      updated_at: body.created_at,
    });
    expect((await admin.get(`/servicenow/connections/${body.id}`)).body).toEqual(body);
    const stored = statement<{ credentials: string }>(
      "SELECT credentials FROM servicenow_connections WHERE id = ?",
    ).get(body.id);
    expect(Object.keys(JSON.parse(stored?.credentials ?? ""))).toEqual(["_enc"]);
    expect(stored?.credentials).not.toContain("hush");
    expect(await events()).toMatchObject([
      { event_type: "servicenow.connection_created", data: { id: body.id, name: "Ours" } },
    ]);
    expect(findingsOf(server.databaseFile).filter(({ problem }) => problem !== undefined)).toEqual([]);
  });

  test.each([
    ["http://one.service-now.com", "Instance URL must use HTTPS"],
    ["https://", "Invalid instance URL format"],
    ["https://user@one.service-now.com", "Invalid instance URL format"],
    ["https://one.service-now.com/?a=b", "Invalid instance URL format"],
    ["https://one.service-now.com:99999", "Invalid instance URL format"],
  ])("is refused with the URL %s", async (instance_url, detail) => {
    expect(await create({ instance_url })).toMatchObject({ status: 400, body: { detail } });
    const id = await connect(admin, instance);
    expect(await admin.patch(`/servicenow/connections/${id}`, { instance_url })).toMatchObject({
      status: 400,
      body: { detail },
    });
  });

  test("is updated in the given fields; null and empty secrets leave the former ones", async () => {
    const id = await connect(admin, instance);
    const events = await watch(admin);
    const untouched = { username: "", password: "--------", client_id: "", client_secret: "", name: null };
    const { body } = await admin.patch(`/servicenow/connections/${id}`, { ...untouched, is_active: false });
    expect(body).toMatchObject({ is_active: false, mapping_count: 0 });
    expect(await tested(id)).toBe(true);
    await admin.patch(`/servicenow/connections/${id}`, { password: "wrong" });
    expect(await tested(id)).toBe(false);
    expect((await admin.get(`/servicenow/connections/${id}`)).body.test_status).toBe("failed");
    expect((await events()).map(({ data }) => data.fields)).toEqual([["is_active"], ["credentials"]]);
    expect(
      violationsOf((await admin.patch(`/servicenow/connections/${id}`, { name: "", auth_type: "none" })).body),
    ).toEqual(["body.name: string_too_short", "body.auth_type: literal_error"]);
  });

  test("sends its credentials to no other host", async () => {
    const id = await connect(admin, instance);
    const url = instance.url.replace("127.0.0.1", "localhost");
    await admin.patch(`/servicenow/connections/${id}`, { instance_url: url, password: "" });
    instance.asked.length = 0;
    await tested(id);
    expect(instance.asked.map(({ authorization }) => atob(authorization.slice("Basic ".length)))).toEqual([":"]);
  });

  test("is deleted with its mappings and runs, while cards stay", async () => {
    const mapping = await map(admin, instance);
    instance.add(mapping.snow_table, [{ name: unique("Stays ") }]);
    const pulled = await run(admin, mapping);
    const { connection_id } = mapping;
    expect((await admin.get("/servicenow/connections")).body[0]).toMatchObject({ id: connection_id, mapping_count: 1 });
    const before = (await admin.get("/cards?page_size=1")).body.total;
    const deleted = await admin.delete(`/servicenow/connections/${connection_id}`);
    expect(deleted).toMatchObject({ status: 200, body: { ok: true } });
    expect((await admin.get(`/servicenow/mappings/${mapping.id}`)).status).toBe(404);
    expect((await admin.get(`/servicenow/sync/runs/${pulled.id}`)).status).toBe(404);
    expect((await admin.get("/cards?page_size=1")).body.total).toBe(before);
    expect((await admin.delete(`/servicenow/connections/${connection_id}`)).body).toEqual({
      detail: "Connection not found",
    });
  });
});

describe("a connection with OAuth", () => {
  const tokensUsed = () => instance.asked.map(({ authorization }) => authorization.replace("Bearer ", ""));

  test("fetches a token with the client's credentials and caches it", async () => {
    const id = await oauth();
    expect(await tested(id)).toBe(true);
    expect(await tested(id)).toBe(true);
    expect(instance.asked.filter(({ path }) => path === "/oauth_token.do")).toHaveLength(1);
  });

  test("renews a token that is refused or has expired", async () => {
    const id = await oauth();
    await tested(id);
    instance.oauth.revoke();
    instance.asked.length = 0;
    expect(await tested(id)).toBe(true);
    expect(instance.asked.map(({ path }) => path.split("/").at(-1))).toEqual([
      "sys_db_object",
      "oauth_token.do",
      "sys_db_object",
    ]);
    expect(new Set(tokensUsed()).size).toBe(3);
    instance.oauth.expires_in = 0;
    const short = await oauth();
    await tested(short);
    instance.asked.length = 0;
    expect(await tested(short)).toBe(true);
    expect(instance.asked[0]?.path).toBe("/oauth_token.do");
    instance.oauth.expires_in = 1800;
  });

  test("renews a token that expires in the middle of a pull", async () => {
    const mapping = await map(admin, instance, { connection_id: await oauth() });
    instance.add(
      mapping.snow_table,
      Array.from({ length: 501 }, (_, row) => ({ name: `${mapping.id} ${row}` })),
    );
    instance.afterPage = () => instance.oauth.revoke();
    expect(await run(admin, mapping, "pull", "?auto_apply=false")).toMatchObject({
      status: "completed",
      stats: { fetched: 501, created: 501 },
    });
  });

  test("fails with wrong credentials, and the run has the reason", async () => {
    const connection_id = await connect(admin, instance, {
      auth_type: "oauth2",
      client_id: "client",
      client_secret: "no",
    });
    expect(await tested(connection_id)).toBe(false);
    const mapping = await map(admin, instance, { connection_id });
    const failed = await run(admin, mapping);
    expect(failed).toMatchObject({ status: "failed", error_message: "Sync operation failed" });
    expect(failed.reason).toEndWith("answers with the status 401");
  });
});

describe("the test of a connection reports", () => {
  const message = async (id: string) => {
    const { status, body } = await admin.post(`/servicenow/connections/${id}/test`);
    expect(status).toBe(200);
    expect(Object.keys(body).toSorted()).toEqual(["message", "success"]);
    return body.message as string;
  };

  test("the success of an instance that answers as it should", async () => {
    expect(await message(await connect(admin, instance))).toBe("Connection successful");
    expect(await message(await oauth())).toBe("Connection successful");
  });

  test("a wrong secret without repeating it", async () => {
    const basic = await connect(admin, instance, { password: "wr0ng-secret" });
    expect(await message(basic)).toBe("Connection failed: it refuses the user name or the password");
    const secret = { auth_type: "oauth2", client_id: "client", client_secret: "wr0ng-secret" };
    const refused = await message(await connect(admin, instance, secret));
    expect(refused).toBe("Connection failed: it refuses the client id or the client secret");
  });

  test.each([
    [{ status: 403 }, "may not read the table sys_db_object"],
    [{ status: 404 }, "no Table API"],
    [{ status: 429 }, "busy"],
    [{ status: 302, headers: { location: "https://elsewhere.example/?hush" } }, "redirects"],
    [{ status: 503, body: "hush hush" }, "answers with the status 503"],
    ["break" as const, "nothing answers"],
  ])("the failure %o, and nothing that the instance answers", async (fault, expected) => {
    const id = await connect(admin, instance);
    instance.fault = () => fault;
    const said = await message(id);
    expect(said).toStartWith("Connection failed: ");
    expect(said).toContain(expected);
    expect(said).not.toContain("hush");
  });

  test("an unknown name of an instance", async () => {
    const id = (await create({ instance_url: `https://${IMPOSSIBLE_HOST}`, username: "me", password: "hush" })).body.id;
    expect(await message(id)).toContain("its name is unknown");
  });

  test("a certificate that nobody trusted vouches for", async () => {
    const id = await connect(admin, instance);
    process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "1";
    try {
      expect(await message(id)).toContain("its certificate isn't trusted");
      expect(instance.asked).toEqual([]);
    } finally {
      process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
    }
  });

  test("an address that must not be called", async () => {
    const id = await connect(admin, instance);
    configureOutbound(false);
    expect(await message(id)).toContain("ALLOW_PRIVATE_ADDRESSES");
  });
});

describe("a call to an instance", () => {
  test("returns tables and columns", async () => {
    instance.add("sys_db_object", [
      { sys_id: "1", name: "cmdb_ci_appl", label: "Application" },
      { sys_id: "2", name: "odd", label: "a^b" },
    ]);
    instance.add("sys_dictionary", [
      { sys_id: "1", name: "cmdb_ci_appl", element: "owned_by", internal_type: "reference" },
    ]);
    const id = await connect(admin, instance);
    const tables = async (search = "") =>
      (await admin.get(`/servicenow/connections/${id}/tables?search=${encodeURIComponent(search)}`)).body;
    expect(await tables()).toEqual([
      { name: "cmdb_ci_appl", label: "Application" },
      { name: "odd", label: "a^b" },
    ]);
    expect(await tables("PPLIC")).toHaveLength(1);
    expect(await tables("a^b")).toEqual([{ name: "odd", label: "a^b" }]);
    const { body } = await admin.get(`/servicenow/connections/${id}/tables/cmdb_ci_appl/fields`);
    expect(body).toEqual([{ element: "owned_by", internal_type: "reference" }]);
    const refused = await admin.get(`/servicenow/connections/${Bun.randomUUIDv7()}/tables/a-b/fields`);
    expect(refused).toMatchObject({ status: 400, body: { detail: "Invalid table name" } });
  });

  test.each([
    [{ status: 500 }],
    [{ status: 302, headers: { location: "/" } }],
    [{ status: 200, body: "<html>" }],
    ["break" as const],
  ])("fails for %o with a 502 without the details", async (fault) => {
    const mapping = await map(admin, instance);
    instance.fault = () => fault;
    const at = `/servicenow/connections/${mapping.connection_id}`;
    expect(await admin.get(`${at}/tables`)).toMatchObject({
      status: 502,
      body: { detail: "Failed to fetch tables from ServiceNow" },
    });
    expect(await admin.get(`${at}/tables/x/fields`)).toMatchObject({
      status: 502,
      body: { detail: "Failed to fetch table fields from ServiceNow" },
    });
    expect(await admin.post(`/servicenow/mappings/${mapping.id}/preview`)).toMatchObject({
      status: 502,
      body: { detail: "Failed to fetch records from ServiceNow" },
    });
  });

  test("is refused for a forbidden address", async () => {
    const mapping = await map(admin, instance);
    configureOutbound(false);
    instance.asked.length = 0;
    expect(await tested(mapping.connection_id)).toBe(false);
    const failed = await run(admin, mapping);
    expect(failed).toMatchObject({ status: "failed", reason: expect.stringContaining("must not be called") });
    expect(instance.asked).toEqual([]);
  });
});
