/** A bundle brings at most what its importer could do by the API, by the same rules and with the same events. */
import { expect, test } from "bun:test";
import { statement } from "../../../db";
import { role, unique } from "../../support/factories";
import { eventsAfter, lastEvent } from "../../support/journal";
import { clientAs, testServer } from "../../support/server";
import { applied, type Body, bundleOf, previewed, rowsWith, sectionOf, sheet } from "./support";

const server = testServer();
const admin = clientAs(server, "admin");

const importer = (...more: string[]) => server.as(role("admin.import_workspace", ...more));

const outcomesOf = (report: Body) =>
  rowsWith(report, "created", "updated", "conflict", "failed").map(
    ({ sheet: name, created, updated, conflict, errors }) => ({
      name,
      changes: created + updated,
      conflict,
      errors,
    }),
  );

const roleNamed = (key: string) =>
  statement<{ permissions: string }>("SELECT permissions FROM roles WHERE key = ?").get(key);

test("the right to import alone creates no role, user, setting or card, and the preview shows why", async () => {
  const name = unique("hidden");
  const bundle = await bundleOf({
    CardTypes: sheet({ key: unique("Type"), label: "A type" }),
    Roles: sheet({ key: "kings", label: "Kings", permissions: '{"*":true}' }, { key: "viewer", label: "Seer" }),
    Users: sheet({ email: `${name}@stoa.example`, role: "admin" }),
    Settings: sheet(
      {
        key: "general_settings",
        value: '{"sso":{"issuer_url":"https://evil.example"},"ai":{"providerUrl":"https://evil.example"}}',
      },
      { key: "email_settings", value: '{"smtp_host":"evil.example"}' },
    ),
    Cards: sheet({ type: "Application", name }),
  });
  const client = await importer();
  const before = lastEvent();
  const { diff } = await previewed(client, bundle);
  const left = (permission: string) => expect.stringContaining(`it needs the permission ${permission}`);
  const expected = [
    { name: "CardTypes", changes: 0, conflict: 1, errors: [left("admin.metamodel")] },
    { name: "Roles", changes: 0, conflict: 2, errors: [left("admin.roles"), left("admin.roles")] },
    { name: "Users", changes: 0, conflict: 1, errors: [left("admin.users or users.invite")] },
    { name: "Cards", changes: 0, conflict: 1, errors: [left("inventory.create")] },
  ];
  expect(outcomesOf(diff)).toEqual(expected);
  expect(sectionOf(diff, "Settings").errors).toEqual([
    "row 2: sso is left out: it needs the permission admin.settings",
    "row 2: ai is left out: it needs the permission admin.settings",
    "row 3: email is left out: it needs the permission admin.settings",
  ]);
  const { status, result } = await applied(client, bundle);
  expect({ status, outcomes: outcomesOf(result) }).toEqual({ status: "applied", outcomes: expected });
  expect(roleNamed("kings")).toBeNull();
  expect(statement("SELECT id FROM users WHERE email LIKE ?").get(`${name}@%`)).toBeNull();
  expect((await admin.get("/settings/email")).body.smtp_host).not.toBe("evil.example");
  const types = eventsAfter(before).map(({ event_type }) => event_type);
  expect(types.filter((type) => !type.startsWith("workspace."))).toEqual([]);
});

test("a role in a bundle grants no more than its importer may do", async () => {
  const [grand, small] = [unique("grand"), unique("small")];
  const bundle = await bundleOf({
    Roles: sheet(
      { key: grand, label: "Grand", permissions: '{"*":true}' },
      { key: small, label: "Small", permissions: '{"admin.roles":true}' },
    ),
  });
  const before = lastEvent();
  const { result } = await applied(await importer("admin.roles"), bundle);
  expect(outcomesOf(result)).toEqual([
    {
      name: "Roles",
      changes: 1,
      conflict: 1,
      errors: ["row 2: left out: A role can't be given permissions that you don't have"],
    },
  ]);
  expect(roleNamed(grand)).toBeNull();
  expect(JSON.parse(roleNamed(small)?.permissions ?? "{}")).toEqual({ "admin.roles": true });
  expect(eventsAfter(before).map(({ event_type }) => event_type)).toContain("role.created");
});

test("a user in a bundle gets no role that its importer may not give", async () => {
  const email = `${unique("climber")}@stoa.example`;
  const bundle = await bundleOf({ Users: sheet({ email, role: "admin" }) });
  const before = lastEvent();
  const { result } = await applied(await importer("users.invite"), bundle);
  expect(sectionOf(result, "Users")).toMatchObject({
    created: 1,
    errors: [expect.stringContaining("row 2: the role 'admin' is left out")],
  });
  expect(statement("SELECT role, is_active FROM users WHERE email = ?").get(email)).toEqual({
    role: "member",
    is_active: 0,
  });
  expect(eventsAfter(before).map(({ event_type }) => event_type)).toContain("user.created");
});

test("comments of others, and their dates, need the right to administer users", async () => {
  const name = unique("Discussed");
  await admin.post("/cards", { type: "Application", name });
  const row = {
    content: "said",
    card_id__ref: name,
    card_id__type: "Application",
    created_at: "2020-02-03T04:05:06.000Z",
  };
  const { body: me } = await admin.get("/auth/me");
  const bundle = await bundleOf({
    Comments: sheet({ ...row, id: crypto.randomUUID(), user_id__email: me.email }),
    Documents: sheet({ ...row, id: crypto.randomUUID(), name: "Paper", created_by__email: me.email }),
  });
  const limited = await applied(await importer("comments.create", "documents.manage"), bundle);
  expect(sectionOf(limited.result, "Comments")).toMatchObject({ created: 0, conflict: 1 });
  expect(sectionOf(limited.result, "Documents")).toMatchObject({ created: 1 });
  const documents = statement<{ created_by: string; created_at: string }>(
    "SELECT created_by, created_at FROM documents WHERE card_id = (SELECT id FROM cards WHERE name = ?)",
  );
  expect(documents.get(name)).toMatchObject({ created_by: expect.not.stringMatching(me.id) });
  expect(documents.get(name)?.created_at).not.toBe(row.created_at);
  const { result } = await applied(admin, bundle);
  expect(sectionOf(result, "Comments")).toMatchObject({ created: 1 });
  const comments = statement("SELECT created_at FROM comments WHERE card_id = (SELECT id FROM cards WHERE name = ?)");
  expect(comments.all(name)).toEqual([{ created_at: row.created_at }]);
});

test("an approval in a bundle is left out for those who may not approve", async () => {
  const name = unique("Approved");
  const bundle = await bundleOf({ Cards: sheet({ type: "Application", name, approval_status: "APPROVED" }) });
  const { result } = await applied(await importer("inventory.create"), bundle);
  expect(sectionOf(result, "Cards")).toMatchObject({
    created: 1,
    errors: [expect.stringContaining("its approval is left out")],
  });
  expect(statement("SELECT approval_status FROM cards WHERE name = ?").get(name)).toEqual({ approval_status: "DRAFT" });
});

test.each([
  ["general_settings", { loginHelpLink: "javascript:alert(1)" }, "loginHelpLink is left out"],
  ["general_settings", { currency: "<script>" }, "currency is left out"],
  ["general_settings", { dateFormat: "<b>" }, "dateFormat is left out"],
  ["general_settings", { sso: { issuer_url: "javascript:x" } }, "sso is left out"],
  ["email_settings", { smtp_from: "a@b.example\r\nBcc: c@d.example" }, "email is left out"],
])("a setting that its PATCH refuses is refused in a bundle: %s %j", async (key, value, reason) => {
  const { diff } = await previewed(admin, await bundleOf({ Settings: sheet({ key, value: JSON.stringify(value) }) }));
  expect(sectionOf(diff, "Settings")).toMatchObject({
    updated: 0,
    failed: 1,
    errors: [expect.stringContaining(reason)],
  });
});

test("a setting that is refused leaves the others of a bundle alone, and each publishes its event", async () => {
  const title = unique("Title");
  const value = JSON.stringify({ app_title: title, currency: "<script>", unheard: 1 });
  const before = lastEvent();
  const { result } = await applied(admin, await bundleOf({ Settings: sheet({ key: "general_settings", value }) }));
  expect(sectionOf(result, "Settings").errors).toEqual([
    expect.stringContaining("row 2: currency is left out"),
    "row 2: unheard is left out: there is no such setting here",
  ]);
  expect((await admin.get("/settings/app-title")).body.app_title).toBe(title);
  expect(eventsAfter(before).map(({ event_type }) => event_type)).toContain("settings.updated");
});

test("an active calculation whose formula can't be read is refused", async () => {
  const name = unique("Broken");
  const calculation = {
    name,
    target_type_key: "Application",
    target_field_key: "note",
    formula: "1 +* 2",
    is_active: true,
  };
  const { result } = await applied(admin, await bundleOf({ Calculations: sheet(calculation) }));
  expect(sectionOf(result, "Calculations")).toMatchObject({ created: 0, failed: 1 });
  expect(statement("SELECT id FROM calculations WHERE name = ?").get(name)).toBeNull();
});

test("a file whose type is none that may be uploaded is refused", async () => {
  const [name, id] = [unique("Filed"), crypto.randomUUID()];
  const file = { name: "a.txt", card_id__ref: name, card_id__type: "Application", data__asset: "file" };
  const { result } = await applied(
    admin,
    await bundleOf(
      {
        Cards: sheet({ type: "Application", name }),
        FileAttachments: sheet(
          { ...file, id, mime_type: "text/plain\r\nX-Evil: 1" },
          { ...file, id: crypto.randomUUID(), mime_type: "text/html" },
        ),
      },
      { format_version: "1" },
      { file: "content" },
    ),
  );
  expect(sectionOf(result, "FileAttachments")).toMatchObject({ created: 0, failed: 2 });
  expect((await admin.get(`/file-attachments/${id}/download`)).status).toBe(404);
});
