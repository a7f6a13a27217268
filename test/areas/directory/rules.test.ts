/** Roles that the groups of the directory give. */
import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { type Client, clientOf } from "../../support/client";
import { role, unique, watch } from "../../support/factories";
import { type OidcProvider, oidcClient, startOidcProvider } from "../../support/oidc-provider";
import { testServer } from "../../support/server";

const server = testServer({ ALLOW_PRIVATE_ADDRESSES: "true" });
let admin: Client;
let scim: Client;
let provider: OidcProvider;

beforeAll(async () => {
  provider = await startOidcProvider();
  admin = await server.as("admin");
  const { body } = await admin.post("/users/service-accounts", { display_name: "Directory", role: "admin" });
  const made = await admin.post(`/users/${body.id}/tokens`, { name: "Directory", scope: "scim", expires_at: null });
  scim = clientOf(server.url, made.body.token);
});
afterAll(() => provider.stop());
beforeEach(async () => {
  expect((await setRules()).status).toBe(200);
});

type Rule = { group: string; role: string };

const PATCH = "urn:ietf:params:scim:api:messages:2.0:PatchOp";
const setRules = (...rules: Rule[]) => admin.put("/directory/rules", { rules });
const roleOf = async (id: string) => (await admin.get(`/users/${id}`)).body.role;

async function createPerson(): Promise<string> {
  const userName = `${unique("person")}@stoa.example`;
  return (await scim.post("/scim/v2/Users", { userName, active: true })).body.id;
}

async function createGroup(displayName: string, ...members: string[]): Promise<string> {
  const body = { displayName, externalId: unique("external"), members: members.map((value) => ({ value })) };
  return (await scim.post("/scim/v2/Groups", body)).body.id;
}

test("the first rule that names a group of somebody, by its name or id, gives the role, whenever the groups change", async () => {
  const [architects, staff] = [unique("Architects"), unique("Staff")];
  const id = await createPerson();
  await createGroup(staff, id);
  expect(await roleOf(id)).toBe("viewer");
  await setRules({ group: architects, role: "bpm_admin" }, { group: staff.toUpperCase(), role: "member" });
  expect(await roleOf(id)).toBe("member");
  const group = await createGroup(architects, id);
  expect(await roleOf(id)).toBe("bpm_admin");
  const leaves = { op: "remove", path: "members", value: [{ value: id }] };
  await scim.patch(`/scim/v2/Groups/${group}`, { schemas: [PATCH], Operations: [leaves] });
  expect(await roleOf(id)).toBe("member");
  const { external_id } = (await admin.get("/directory/groups")).body.find(
    ({ display_name }: { display_name: string }) => display_name === staff,
  );
  await setRules({ group: external_id, role: "viewer" });
  expect(await roleOf(id)).toBe("viewer");
});

test("whoever no rule fits keeps their role", async () => {
  const group = unique("Group");
  const id = await createPerson();
  const made = await createGroup(group, id);
  await setRules({ group, role: "member" });
  await scim.delete(`/scim/v2/Groups/${made}`);
  expect(await roleOf(id)).toBe("member");
});

test("a trial shows what groups mean and who would get another role, and changes nothing", async () => {
  const group = unique("Trial");
  const id = await createPerson();
  await createGroup(group, id);
  const published = await watch(admin);
  const rules: Rule[] = [{ group, role: "member" }];
  expect(await admin.post("/directory/trial", { rules, groups: ["Nobody", group.toLowerCase()] })).toMatchObject({
    status: 200,
    body: { rule: rules[0], total: 1, changes: [{ user_id: id, role: "viewer", becomes: "member", group }] },
  });
  expect((await admin.post("/directory/trial", { rules, groups: ["Nobody"] })).body.rule).toBeNull();
  expect(await roleOf(id)).toBe("viewer");
  expect(await published()).toEqual([]);
  expect((await admin.get("/directory/rules")).body).toEqual({ rules: [] });
});

test("rules name roles that there are and that may not do more than their author's, and their change is published", async () => {
  const published = await watch(admin);
  expect((await setRules({ group: "x", role: "emperor" })).status).toBe(422);
  const weak = await server.as(role("admin.users"));
  expect((await weak.put("/directory/rules", { rules: [{ group: "x", role: "admin" }] })).status).toBe(403);
  expect((await weak.post("/directory/trial", { rules: [{ group: "x", role: "admin" }] })).status).toBe(403);
  for (const key of ["member", "viewer"])
    expect((await (await server.as(key)).put("/directory/rules", { rules: [] })).status).toBe(403);
  await setRules({ group: "x", role: "member" });
  expect(await published()).toMatchObject([
    { event_type: "directory.rules_updated", data: { before: [], after: [{ group: "x", role: "member" }] } },
  ]);
});

test("a single sign-on gives the role of the groups that the provider names, each time", async () => {
  const configured = await admin.patch("/settings/sso", {
    ...{ enabled: true, provider: "oidc", issuer_url: provider.issuer },
    ...{ client_id: oidcClient.id, client_secret: oidcClient.secret },
  });
  expect(configured.status).toBe(200);
  await setRules({ group: "Architects", role: "member" }, { group: "Staff", role: "viewer" });
  const subject = unique("person");
  const signIn = async (groups: unknown) => {
    provider.people.set(subject, { email: `${subject}@stoa.example`, email_verified: true, name: "Ann", groups });
    const started = await server.nobody.post("/auth/sso/start", { redirect_uri: oidcClient.redirectUri });
    const cookie = started.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const back = await provider.signIn(subject, started.body.authorization_url);
    const body = { ...Object.fromEntries(back.searchParams), redirect_uri: oidcClient.redirectUri };
    const { body: signedIn } = await server.nobody.post("/auth/sso/callback", body, { cookie });
    return (await clientOf(server.url, signedIn.access_token).get("/auth/me")).body.role;
  };
  expect(await signIn(["architects", "Staff"])).toBe("member");
  expect(await signIn(["Staff", 7, null])).toBe("viewer");
  expect(await signIn(undefined)).toBe("viewer");
  expect(await signIn(["Architects"])).toBe("member");
  const { body } = await admin.post("/directory/trial", { rules: [{ group: "Architects", role: "viewer" }] });
  expect(body.changes).toMatchObject([{ email: `${subject}@stoa.example`, role: "member", becomes: "viewer" }]);
});

test("undoing a change of the rules brings the former ones back, with the roles that it took", async () => {
  const group = unique("Undone");
  const id = await createPerson();
  await createGroup(group, id);
  const { headers } = await setRules({ group, role: "member" });
  expect(await roleOf(id)).toBe("member");
  const path = `/mutation-batches/${headers.get("x-stoa-batch")}/rollback`;
  const { status, body } = await admin.post(path, { dry_run: false });
  expect([status, body.results.map((one: { status: string }) => one.status)]).toEqual([200, ["ok", "ok"]]);
  expect(await roleOf(id)).toBe("viewer");
  expect((await admin.get("/directory/rules")).body).toEqual({ rules: [] });
});

test("the last administrator stays one, whatever their groups are", async () => {
  const group = unique("Everybody");
  const { body } = await admin.get("/users");
  type Account = { id: string; role: string; is_service_account: boolean };
  const people = (body as Account[]).filter(({ is_service_account }) => !is_service_account).map(({ id }) => id);
  await createGroup(group, ...people);
  // The directory's own account is an administrator, too: without it there is one among the people.
  const [service] = (body as Account[]).filter(({ is_service_account }) => is_service_account);
  await admin.patch(`/users/${service?.id}`, { role: "member" });
  await setRules({ group, role: "member" });
  expect((await admin.get("/auth/me")).body.role).toBe("admin");
});
