/** People and groups by SCIM 2.0, in the sequences of requests that Entra ID and Okta document. */
import { beforeAll, describe, expect, test } from "bun:test";
import type { Client } from "../../support/client";
import { clientOf } from "../../support/client";
import { role, unique, watch } from "../../support/factories";
import { testServer } from "../../support/server";
import { until } from "../../support/waiting";

const server = testServer();
let admin: Client;
let scim: Client;
let token = "";

const USER = "urn:ietf:params:scim:schemas:core:2.0:User";
const ENTERPRISE = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";
const GROUP = "urn:ietf:params:scim:schemas:core:2.0:Group";
const PATCH = "urn:ietf:params:scim:api:messages:2.0:PatchOp";
const ERROR = "urn:ietf:params:scim:api:messages:2.0:Error";

beforeAll(async () => {
  admin = await server.as("admin");
  const { body } = await admin.post("/users/service-accounts", { display_name: "Directory", role: "admin" });
  const made = await admin.post(`/users/${body.id}/tokens`, { name: "Directory", scope: "scim", expires_at: null });
  token = made.body.token;
  scim = clientOf(server.url, token);
});

const operations = (...list: object[]) => ({ schemas: [PATCH], Operations: list });
const filtered = (kind: string, filter: string) => `/scim/v2/${kind}?filter=${encodeURIComponent(filter)}`;

/** Returns a person as Entra ID sends them. */
function fromEntra(name: string, more: object = {}) {
  return {
    schemas: [USER, ENTERPRISE],
    externalId: unique("external"),
    userName: `${name}@stoa.example`,
    active: true,
    displayName: `Name of ${name}`,
    emails: [{ primary: true, type: "work", value: `${name}@stoa.example` }],
    meta: { resourceType: "User" },
    name: { formatted: `Name of ${name}`, familyName: "of", givenName: "Name" },
    [ENTERPRISE]: { department: "Architecture" },
    ...more,
  };
}

const createPerson = async (name = unique("person"), more: object = {}) => {
  const { status, body } = await scim.post("/scim/v2/Users", fromEntra(name, more));
  expect(status).toBe(201);
  return body;
};

describe("Entra ID", () => {
  test("tests its connection, creates somebody, finds and changes them, and takes them away", async () => {
    expect((await scim.get(filtered("Users", `userName eq "${crypto.randomUUID()}"`))).body).toMatchObject({
      totalResults: 0,
      Resources: [],
    });
    const name = unique("entra");
    const made = await createPerson(name);
    expect(made).toMatchObject({
      schemas: [USER],
      userName: `${name}@stoa.example`,
      active: true,
      emails: [{ value: `${name}@stoa.example`, type: "work", primary: true }],
      meta: { resourceType: "User", location: expect.stringContaining(`/scim/v2/Users/`) },
    });
    const account = (await admin.get(`/users/${made.id}`)).body;
    expect(account).toMatchObject({ role: "viewer", auth_provider: "sso", is_active: true, has_password: false });
    expect((await scim.get(`/scim/v2/Users/${made.id}`)).body).toEqual(made);
    expect((await scim.get(filtered("Users", `userName eq "${name.toUpperCase()}@stoa.example"`))).body).toMatchObject({
      totalResults: 1,
      itemsPerPage: 1,
      startIndex: 1,
      Resources: [{ id: made.id, externalId: made.externalId }],
    });
    const changed = await scim.patch(
      `/scim/v2/Users/${made.id}`,
      operations(
        { op: "Replace", path: 'emails[type eq "work"].value', value: `${name}.new@stoa.example` },
        { op: "Replace", path: "name.familyName", value: "Newman" },
        { op: "Add", path: "displayName", value: "Another name" },
        { op: "Replace", path: `${ENTERPRISE}:department`, value: "Security" },
      ),
    );
    expect(changed).toMatchObject({
      status: 200,
      body: {
        name: { givenName: "Name", familyName: "Newman" },
        displayName: "Another name",
        emails: [{ value: `${name}.new@stoa.example` }],
      },
    });
    expect((await admin.get(`/users/${made.id}`)).body.email).toBe(`${name}.new@stoa.example`);
    const gone = await scim.patch(
      `/scim/v2/Users/${made.id}`,
      operations({ op: "Replace", path: "active", value: "False" }),
    );
    expect(gone.body.active).toBe(false);
    expect((await admin.get(`/users/${made.id}`)).body.is_active).toBe(false);
    expect((await scim.delete(`/scim/v2/Users/${made.id}`)).status).toBe(204);
    expect(await scim.get(`/scim/v2/Users/${made.id}`)).toMatchObject({
      status: 404,
      body: { schemas: [ERROR], status: "404", detail: "User not found" },
    });
    expect((await admin.get(`/users/${made.id}`)).body).toMatchObject({ is_active: false });
  });

  test("fills a group, takes members out of it, renames and deletes it", async () => {
    const [ann, bob] = [await createPerson(), await createPerson()];
    const displayName = unique("group");
    const made = await scim.post("/scim/v2/Groups", {
      schemas: [GROUP],
      displayName,
      externalId: unique("g"),
      members: [],
    });
    expect(made).toMatchObject({ status: 201, body: { displayName, members: [] } });
    const path = `/scim/v2/Groups/${made.body.id}`;
    const add = operations({ op: "Add", path: "members", value: [{ value: ann.id }, { value: bob.id }] });
    expect((await scim.patch(path, add)).body.members.map((one: { value: string }) => one.value).toSorted()).toEqual(
      [ann.id, bob.id].toSorted(),
    );
    expect((await scim.get(`${path}?excludedAttributes=members`)).body.members).toBeUndefined();
    const list = (await scim.get(`${filtered("Groups", `displayName eq "${displayName}"`)}&excludedAttributes=members`))
      .body;
    expect(list).toMatchObject({ totalResults: 1, Resources: [{ id: made.body.id, displayName }] });
    const out = operations({ op: "Remove", path: "members", value: [{ value: ann.id }] });
    expect((await scim.patch(path, out)).body.members).toMatchObject([{ value: bob.id }]);
    expect((await scim.get(`/scim/v2/Users/${bob.id}`)).body.groups).toMatchObject([{ display: displayName }]);
    const renamed = operations({ op: "Replace", path: "displayName", value: `${displayName} 2` });
    expect((await scim.patch(path, renamed)).body.displayName).toBe(`${displayName} 2`);
    expect((await scim.delete(path)).status).toBe(204);
    expect((await scim.get(path)).status).toBe(404);
    expect((await scim.get(`/scim/v2/Users/${bob.id}`)).body.groups).toEqual([]);
  });
});

describe("Okta", () => {
  test("imports people page by page, creates somebody, replaces, deactivates and reactivates them", async () => {
    const first = (await scim.get("/scim/v2/Users?startIndex=1&count=2")).body;
    expect(first.Resources).toHaveLength(2);
    const second = (await scim.get("/scim/v2/Users?startIndex=3&count=2")).body;
    expect(second.startIndex).toBe(3);
    const names = [...first.Resources, ...second.Resources].map(({ userName }: { userName: string }) => userName);
    expect(new Set(names).size).toBe(names.length);
    const name = unique("okta");
    const sent = { ...fromEntra(name), schemas: [USER], locale: "en-US", groups: [], password: "Ab4-not-to-be-stored" };
    const made = await scim.post("/scim/v2/Users", sent);
    expect(made.status).toBe(201);
    expect(JSON.stringify(made.body)).not.toContain("not-to-be-stored");
    const { id } = made.body;
    const replaced = await scim.put(`/scim/v2/Users/${id}`, { ...made.body, displayName: "Replaced" });
    expect(replaced).toMatchObject({ status: 200, body: { id, displayName: "Replaced", active: true } });
    for (const active of [false, true]) {
      const body = operations({ op: "replace", value: { active } });
      expect((await scim.patch(`/scim/v2/Users/${id}`, body)).body.active).toBe(active);
      expect((await admin.get(`/users/${id}`)).body.is_active).toBe(active);
    }
  });

  test("replaces the members of a group as a whole", async () => {
    const [ann, bob] = [await createPerson(), await createPerson()];
    const displayName = unique("okta group");
    const made = await scim.post("/scim/v2/Groups", { schemas: [GROUP], displayName, members: [{ value: ann.id }] });
    const path = `/scim/v2/Groups/${made.body.id}`;
    const whole = { schemas: [GROUP], id: made.body.id, displayName, members: [{ value: bob.id, display: "Bob" }] };
    expect((await scim.put(path, whole)).body.members).toMatchObject([{ value: bob.id }]);
    const one = operations({ op: "remove", path: `members[value eq "${bob.id}"]` });
    expect((await scim.patch(path, one)).body.members).toEqual([]);
  });
});

test("a person with the address of an account that the directory has deleted is that account again", async () => {
  const name = unique("back");
  const { id } = await createPerson(name);
  await scim.delete(`/scim/v2/Users/${id}`);
  const again = await createPerson(name);
  expect(again).toMatchObject({ id, active: true });
  expect((await admin.get(`/users/${id}`)).body.is_active).toBe(true);
});

test("a deactivation ends sessions, streams and tokens within a second", async () => {
  const member = await server.as("member");
  const { body } = await member.post("/users/me/tokens", { name: "Mine", scope: "read" });
  const mine = clientOf(server.url, body.token);
  const leaving = new AbortController();
  const stream = await fetch(`${server.url}/api/v1/events/stream`, {
    headers: { authorization: `Bearer ${body.token}` },
    signal: leaving.signal,
  });
  let ended = false;
  const reading = (async () => {
    for await (const _ of stream.body ?? []);
    ended = true;
  })();
  expect((await mine.get("/auth/me")).status).toBe(200);
  const off = operations({ op: "replace", path: "active", value: false });
  expect((await scim.patch(`/scim/v2/Users/${member.userId}`, off)).status).toBe(200);
  expect((await mine.get("/auth/me")).status).toBe(401);
  expect((await member.get("/auth/me")).status).toBe(401);
  await until(() => ended, "the stream to end");
  await reading;
});

describe("a request that means nothing", () => {
  test.each<
    [string, (person: { id: string; userName: string }) => Promise<{ status: number; body: unknown }>, number, object]
  >([
    [
      "a name that is taken",
      (one) => scim.post("/scim/v2/Users", fromEntra("x", { userName: one.userName })),
      409,
      { scimType: "uniqueness" },
    ],
    [
      "no address at all",
      () => scim.post("/scim/v2/Users", { schemas: [USER], userName: "ann" }),
      400,
      { scimType: "invalidValue" },
    ],
    ["no name", () => scim.post("/scim/v2/Users", { schemas: [USER], active: true }), 400, {}],
    [
      "a filter that can't be parsed",
      () => scim.get(filtered("Users", "userName eq")),
      400,
      { scimType: "invalidFilter" },
    ],
    [
      "a filter of an unknown attribute",
      () => scim.get(filtered("Users", 'password eq "x"')),
      400,
      { scimType: "invalidFilter" },
    ],
    [
      "a filter whose alternatives multiply",
      () => scim.get(filtered("Users", `${"(id pr or active pr) and ".repeat(30)}id pr`)),
      400,
      { scimType: "invalidFilter" },
    ],
    [
      "a filter of a prototype",
      () => scim.get(filtered("Users", 'constructor eq "x"')),
      400,
      { scimType: "invalidFilter" },
    ],
    ["a patch of nothing", (one) => scim.patch(`/scim/v2/Users/${one.id}`, operations()), 400, {}],
    [
      "a patch without a list",
      (one) => scim.patch(`/scim/v2/Users/${one.id}`, { schemas: [PATCH], Operations: "x" }),
      400,
      {},
    ],
    [
      "a patch with null in it",
      (one) => scim.patch(`/scim/v2/Users/${one.id}`, { schemas: [PATCH], Operations: [null] }),
      400,
      {},
    ],
    [
      "a patch of an unknown attribute",
      (one) => scim.patch(`/scim/v2/Users/${one.id}`, operations({ op: "replace", path: "shoeSize", value: 1 })),
      400,
      { scimType: "invalidPath" },
    ],
    [
      "a truth value that is none",
      (one) => scim.patch(`/scim/v2/Users/${one.id}`, operations({ op: "replace", path: "active", value: "perhaps" })),
      400,
      {},
    ],
    [
      "a member who is nobody",
      () =>
        scim.post("/scim/v2/Groups", { schemas: [GROUP], displayName: unique("g"), members: [{ value: "nobody" }] }),
      400,
      { scimType: "invalidValue" },
    ],
    [
      "an unknown group",
      () =>
        scim.patch(
          "/scim/v2/Groups/7fc56270-e7a7-4fa8-9d6a-6b1e5c2f0d11",
          operations({ op: "add", path: "members", value: [] }),
        ),
      404,
      {},
    ],
  ])("%s is refused in the form of SCIM", async (_, ask, status, more) => {
    const person = await createPerson();
    const before = await admin.get(`/users/${person.id}`);
    const answer = await ask(person);
    expect(answer).toMatchObject({ status, body: { schemas: [ERROR], status: String(status), ...more } });
    expect((await admin.get(`/users/${person.id}`)).body).toEqual(before.body);
  });
});

test("filters compare names, addresses and states, joined by and, or and not", async () => {
  const name = unique("filter");
  const on = await createPerson(`${name}.a`);
  const off = await createPerson(`${name}.b`, { active: false });
  const found = async (filter: string) =>
    (await scim.get(filtered("Users", filter))).body.Resources.map(({ id }: { id: string }) => id).toSorted();
  const both = [on.id, off.id].toSorted();
  expect(await found(`userName sw "${name}"`)).toEqual(both);
  expect(await found(`userName sw "${name}" and active eq true`)).toEqual([on.id]);
  expect(await found(`userName sw "${name}" and not (active eq true)`)).toEqual([off.id]);
  expect(await found(`emails[type eq "work" and value co "${name}"]`)).toEqual(both);
  expect(await found(`externalId eq "${on.externalId}" or externalId eq "${off.externalId}"`)).toEqual(both);
  expect(await found(`userName ew "${name}.b@stoa.example" and externalId pr`)).toEqual([off.id]);
  expect(await found(`userName sw "${name}" and meta.lastModified gt "2999-01-01T00:00:00Z"`)).toEqual([]);
});

test("no filter and no patch of random parts is anything but an answer or a refusal", async () => {
  const parts = [
    ...[
      "userName",
      " eq ",
      '"a"',
      '"',
      " and ",
      " or ",
      "not ",
      "(",
      ")",
      "[",
      "]",
      "emails",
      ".value",
      " pr",
      " ",
      "true",
    ],
    ...["-1", "null", "meta.created", " gt ", '"2026"', "active", "\\", "👍", ":", `${USER}:userName`],
  ];
  const person = await createPerson();
  const part = () => parts[Math.floor(Math.random() * parts.length)];
  const random = () => Array.from({ length: 1 + Math.floor(Math.random() * 12) }, part).join("");
  for (let attempt = 0; attempt < 300; attempt++) {
    const text = random();
    expect([text, [200, 400].includes((await scim.get(filtered("Users", text))).status)]).toEqual([text, true]);
    const patch = operations({ op: "replace", path: text, value: random() });
    const { status } = await scim.patch(`/scim/v2/Users/${person.id}`, patch);
    expect([text, [200, 400, 409].includes(status)]).toEqual([text, true]);
  }
});

test("the server describes itself: what it supports, its types and its schemas", async () => {
  expect((await scim.get("/scim/v2/ServiceProviderConfig")).body).toMatchObject({
    patch: { supported: true },
    filter: { supported: true, maxResults: 200 },
  });
  const types = (await scim.get("/scim/v2/ResourceTypes")).body.Resources;
  expect(types.map(({ id }: { id: string }) => id)).toEqual(["User", "Group"]);
  const schemas = (await scim.get("/scim/v2/Schemas")).body.Resources;
  expect(schemas.map(({ id }: { id: string }) => id)).toEqual([USER, GROUP, ENTERPRISE]);
});

describe("rights", () => {
  test("a token of the directory opens nothing else, and others than administrators open nothing of it", async () => {
    for (const path of ["/cards", "/users", "/auth/me", "/directory/rules"])
      expect(await scim.get(path)).toMatchObject({ status: 403, body: { detail: expect.stringContaining("`scim`") } });
    for (const key of ["member", "viewer", "bpm_admin"])
      expect((await (await server.as(key)).get("/scim/v2/Users")).status).toBe(403);
    expect((await server.nobody.get("/scim/v2/Users")).status).toBe(401);
  });

  test("a directory whose account may only administer people can't touch or make anybody who may do more", async () => {
    const key = role("admin.users", "inventory.view");
    const { body } = await admin.post("/users/service-accounts", { display_name: "Weak directory", role: key });
    const made = await admin.post(`/users/${body.id}/tokens`, { name: "Weak", scope: "scim", expires_at: null });
    const weak = clientOf(server.url, made.body.token);
    const off = operations({ op: "replace", path: "active", value: false });
    expect((await weak.patch(`/scim/v2/Users/${admin.userId}`, off)).status).toBe(403);
    const group = unique("powerful");
    await admin.put("/directory/rules", { rules: [{ group, role: "admin" }] });
    const person = await createPerson();
    const refused = await weak.post("/scim/v2/Groups", {
      schemas: [GROUP],
      displayName: group,
      members: [{ value: person.id }],
    });
    expect(refused.status).toBe(403);
    expect((await admin.get(`/users/${person.id}`)).body.role).toBe("viewer");
    await admin.put("/directory/rules", { rules: [] });
  });

  test("service accounts are no people of the directory, and the last administrator can't be deactivated by it", async () => {
    const list = (await scim.get("/scim/v2/Users?count=200")).body.Resources;
    expect(list.filter(({ userName }: { userName: string }) => userName.endsWith("@service.invalid"))).toEqual([]);
  });
});

test("changes by the directory are published: of accounts and of groups", async () => {
  const published = await watch(admin);
  const person = await createPerson();
  const made = await scim.post("/scim/v2/Groups", {
    schemas: [GROUP],
    displayName: unique("told"),
    members: [{ value: person.id }],
  });
  await scim.delete(`/scim/v2/Groups/${made.body.id}`);
  await scim.delete(`/scim/v2/Users/${person.id}`);
  expect((await published()).map(({ event_type }) => event_type)).toEqual([
    "user.created",
    "directory.group_created",
    "directory.group_deleted",
    "user.updated",
  ]);
});
