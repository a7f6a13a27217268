import { describe, expect, test } from "bun:test";
import { statement } from "../../../db";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");
const viewer = clientAs(server, "viewer");

const lastEvent = () =>
  JSON.parse(
    statement<{ data: string }>(
      "SELECT data FROM events WHERE event_type = 'settings.updated' ORDER BY seq DESC LIMIT 1",
    ).get()?.data ?? "null",
  );

describe("a setting that everybody may read and administrators may set", () => {
  test.each([
    ["/settings/currency", { currency: "EUR" }, { ok: true }, { currency: "EUR" }, "currency"],
    [
      "/settings/date-format",
      { date_format: "YYYY-MM-DD" },
      { ok: true },
      { date_format: "YYYY-MM-DD" },
      "date_format",
    ],
    ["/settings/app-title", { app_title: "  Our map " }, { ok: true }, { app_title: "Our map" }, "app_title"],
    ["/settings/fiscal-year-start", { month: 4 }, { month: 4 }, { month: 4 }, "fiscal_year_start"],
    ["/settings/archive-retention-days", { days: 0 }, { days: 0 }, { days: 0 }, "archive_retention_days"],
    [
      "/settings/bpm-row-order",
      { row_order: ["core", "support"] },
      { ok: true },
      { row_order: ["core", "support"] },
      "bpm_row_order",
    ],
    [
      "/settings/enabled-locales",
      { locales: ["de", "xx", "en"] },
      { locales: ["de", "en"] },
      { locales: ["de", "en"] },
      "enabled_locales",
    ],
    ["/settings/ppm-enabled", { enabled: true }, { ok: true }, { enabled: true }, "ppm_enabled"],
    ["/settings/file-uploads-enabled", { enabled: "no" }, { ok: true }, { enabled: false }, "file_uploads_enabled"],
    ["/settings/grc-enabled", { enabled: 0 }, { ok: true }, { enabled: false }, "grc_enabled"],
    [
      "/settings/sponsor-button-enabled",
      { enabled: false },
      { ok: true },
      { enabled: false },
      "sponsor_button_enabled",
    ],
    ["/settings/turbolens-enabled", { enabled: false }, { ok: true }, { enabled: false }, "turbolens_enabled"],
    ["/settings/principles-display", { enabled: "" }, { ok: true }, { enabled: false }, "show_principles_tab"],
  ])("is stored and returned: %s", async (path, body, answer, after, inBootstrap) => {
    expect((await viewer.patch(path, body)).status).toBe(403);
    expect(await admin.patch(path, body)).toMatchObject({ status: 200, body: answer });
    expect((await viewer.get(path)).body).toEqual(after);
    expect(await server.nobody.get(path)).toMatchObject({ status: 200, body: after });
    expect((await server.nobody.patch(path, body)).status).toBe(401);
    const bootstrap = await server.nobody.get("/settings/bootstrap");
    expect(bootstrap.body[inBootstrap]).toEqual(Object.values(after)[0] as never);
    expect(lastEvent().changes).toBeObject();
  });
});

test.each([
  ["/settings/currency", { currency: "euro" }, 422],
  ["/settings/date-format", { date_format: "YY" }, 400],
  ["/settings/app-title", { app_title: "x".repeat(65) }, 422],
  ["/settings/fiscal-year-start", { month: 13 }, 422],
  ["/settings/fiscal-year-start", {}, 422],
  ["/settings/archive-retention-days", { days: 3651 }, 422],
  ["/settings/enabled-locales", { locales: ["xx"] }, 400],
  ["/settings/ppm-enabled", { enabled: "perhaps" }, 422],
  ["/settings/ppm-enabled", {}, 422],
  ["/settings/login-branding", { login_help_link: "javascript:alert(1)" }, 422],
  ["/settings/email", { smtp_port: 0 }, 422],
  ["/settings/email", { smtp_from: "a\r\nBcc: b@c.io" }, 422],
  ["/settings/email", { app_base_url: "javascript:x" }, 422],
  ["/settings/sso", { provider: "facebook" }, 400],
  ["/settings/sso", { issuer_url: "file:///etc/passwd" }, 422],
  ["/settings/ai", { provider_type: "oracle" }, 400],
  ["/settings/ai", { provider_type: "azure_openai" }, 400],
])("the setting %s refuses %j", async (path, body, status) => {
  const answer = await admin.patch(path, body);
  expect(answer.status).toBe(status);
  expect(answer.body.detail).toBeDefined();
});

test.each([
  [{}, true],
  [{ enabled: null }, false],
  [{ enabled: 0 }, false],
  [{ enabled: "false" }, true],
  [{ enabled: {} }, false],
  [{ enabled: ["x"] }, true],
])("the visibility of principles is set by %j", async (body, enabled) => {
  expect(await admin.patch("/settings/principles-display", body)).toMatchObject({ status: 200, body: { ok: true } });
  expect((await viewer.get("/settings/principles-display")).body).toEqual({ enabled });
});

test("an empty title is replaced by the product's name", async () => {
  await admin.patch("/settings/app-title", { app_title: " " });
  expect((await server.nobody.get("/settings/app-title")).body).toEqual({ app_title: "Stoa" });
});

test("switching processes off hides their cards and relation types, and switching them on shows them again", async () => {
  const types = async () => (await admin.get("/metamodel/types")).body.map((type: { key: string }) => type.key);
  const relations = async () => (await admin.get("/metamodel/relation-types?type_key=BusinessProcess")).body.length;
  const before = await relations();
  await admin.patch("/settings/bpm-enabled", { enabled: false });
  expect(await types()).not.toContain("BusinessProcess");
  expect(await relations()).toBe(0);
  await admin.patch("/settings/bpm-enabled", { enabled: true });
  expect(await types()).toContain("BusinessProcess");
  expect(await relations()).toBe(before);
});

test("the texts of the login page are replaced as a whole", async () => {
  const words = {
    login_tagline: " Hello ",
    login_tagline_hidden: true,
    login_help_text: "Ask us",
    login_help_link: "help@company.io",
  };
  expect((await admin.patch("/settings/login-branding", words)).body).toEqual({ ...words, login_tagline: "Hello" });
  await admin.patch("/settings/login-branding", { login_tagline: "Hi" });
  expect((await admin.get("/settings/login-branding")).body).toEqual({
    login_tagline: "Hi",
    login_tagline_hidden: false,
    login_help_text: "",
    login_help_link: "",
  });
});

describe("the secret of a setting", () => {
  const mask = "•".repeat(8);
  test.each([
    ["/settings/email", "smtp_password", { smtp_host: "mail.company.io", smtp_user: "stoa" }],
    ["/settings/sso", "client_secret", { provider: "oidc", client_id: "stoa", issuer_url: "https://id.company.io" }],
    ["/settings/ai", "api_key", { provider_type: "openai", provider_url: "https://ai.company.io" }],
  ])("is stored and never returned: %s", async (path, field, form) => {
    await admin.patch(path, { ...form, [field]: "s3cret-value" });
    expect((await admin.get(path)).body[field]).toBe(mask);
    await admin.patch(path, { ...form, [field]: mask });
    expect((await admin.get(path)).body[field]).toBe(mask);
    await admin.patch(path, { ...form, [field]: "" });
    expect((await admin.get(path)).body[field]).toBe(mask);
    const row = JSON.stringify(statement("SELECT general_settings, email_settings FROM app_settings").get());
    const published = JSON.stringify(statement("SELECT data FROM events WHERE event_type = 'settings.updated'").all());
    expect(row + published).not.toContain("s3cret-value");
    expect(published).not.toContain("enc:");
    expect((await viewer.get(path)).status).toBe(403);
  });

  test("a new AI provider does not get the key of the former", async () => {
    await admin.patch("/settings/ai", { provider_type: "anthropic", model: "m" });
    expect((await admin.get("/settings/ai")).body).toMatchObject({
      api_key: "",
      provider_url: "https://api.anthropic.com",
      api_version: "",
    });
  });
});

describe("images of the installation", () => {
  const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
  const upload = (bytes: Uint8Array | string, type: string) => {
    const form = new FormData();
    form.append("file", new File([bytes as never], "logo", { type }));
    return form;
  };

  test.each(["logo", "favicon"])("are uploaded, served and deleted: %s", async (name) => {
    const before = await server.nobody.get(`/settings/${name}`);
    expect(before.status).toBe(302);
    expect(before.headers.get("location")).toBe(`/${name}.png`);
    expect((await viewer.post(`/settings/${name}`, upload(png, "image/png"))).status).toBe(403);
    expect(await admin.post(`/settings/${name}`, upload(png, "image/png"))).toMatchObject({
      status: 200,
      body: { ok: true },
    });
    const response = await fetch(`${server.url}/api/v1/settings/${name}`);
    expect(response.headers.get("content-type")).toBe("image/png");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(await response.bytes()).toEqual(png);
    expect((await admin.get(`/settings/${name}/info`)).body[`has_custom_${name}`]).toBe(true);
    expect((await admin.delete(`/settings/${name}`)).body).toEqual({ ok: true });
    expect((await admin.delete(`/settings/${name}`)).body).toEqual({ ok: true });
    expect((await server.nobody.get(`/settings/${name}`)).status).toBe(302);
  });

  test.each([
    [
      "an SVG with a script",
      "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
      "image/svg+xml",
    ],
    ["HTML in the type of PNG", "<html><script>alert(1)</script>", "image/png"],
    ["an empty file", "", "image/png"],
    ["too large a file", new Uint8Array(2 * 1024 * 1024 + 1), "image/png"],
  ])("are refused: %s", async (_, bytes, type) => {
    const answer = await admin.post("/settings/logo", upload(bytes, type));
    expect(answer.status).toBe(400);
  });

  test("are refused by name as a form without a file", async () => {
    const form = new FormData();
    form.append("other", "x");
    const answer = await admin.post("/settings/logo", form);
    expect(answer.status).toBe(422);
    expect(answer.body.detail[0].loc).toEqual(["body", "file"]);
  });
});

test.each(["registration", "sso/status", "mcp/status", "bpm-enabled"])("the login page can read %s", async (path) => {
  expect(await server.nobody.get(`/settings/${path}`)).toMatchObject({
    status: 200,
    body: { enabled: expect.any(Boolean) },
  });
});

test.each(["login-branding", "email", "sso", "ai", "mcp", "export", "logo/info", "favicon/info"])(
  "a client without a token can't read %s",
  async (path) => {
    expect((await server.nobody.get(`/settings/${path}`)).status).toBe(401);
  },
);

test("closing the registration takes effect at once", async () => {
  await admin.patch("/settings/registration", { enabled: false });
  const answer = await server.nobody.post("/auth/register", {
    email: "late@company.io",
    display_name: "Late",
    password: "Quite-a-long-1",
  });
  expect(answer.status).toBe(403);
});
