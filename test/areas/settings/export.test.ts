import { expect, test } from "bun:test";
import { statement } from "../../../db";
import { clientAs, testServer } from "../../support/server";

const SECRETS = ["smtp-s3cret", "sso-s3cret", "ai-s3cret"];

const server = testServer({ SMTP_PASSWORD: "environment-s3cret" });
const admin = clientAs(server, "admin");

const email = { smtp_host: "mail.company.io", smtp_port: 2525, smtp_user: "stoa", smtp_from: "stoa@company.io" };
const sso = { enabled: false, provider: "oidc", client_id: "stoa", issuer_url: "https://id.company.io" };
const ai = { enabled: true, provider_type: "openai", provider_url: "https://ai.company.io", model: "m" };

test("the export of a new installation has the defaults", async () => {
  const { status, body } = await admin.get("/settings/export");
  expect(status).toBe(200);
  expect(body).toMatchObject({
    app_title: "Stoa",
    currency: "USD",
    registration_enabled: true,
    has_custom_logo: false,
  });
  expect(body).toMatchObject({ sso: { enabled: false }, ai: { enabled: false }, mcp: { enabled: false } });
  expect(JSON.stringify(body)).not.toContain("s3cret");
});

test("the export has every setting but no secret: not in clear, not encrypted, not masked", async () => {
  const [smtp_password, client_secret, api_key] = SECRETS;
  const png = new File([Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])], "logo.png");
  const form = new FormData();
  form.append("file", png);
  const changes: [path: string, body: object][] = [
    ["email", { ...email, smtp_password }],
    ["sso", { ...sso, client_secret }],
    ["ai", { ...ai, api_key }],
    ["mcp", { enabled: true }],
    ["app-title", { app_title: "Our map" }],
    ["registration", { enabled: false }],
  ];
  for (const [path, body] of changes) expect((await admin.patch(`/settings/${path}`, body)).status).toBe(200);
  expect((await admin.post("/settings/logo", form)).status).toBe(200);

  const { body } = await admin.get("/settings/export");
  expect(body).toMatchObject({ app_title: "Our map", registration_enabled: false, mcp: { enabled: true } });
  expect(body).toMatchObject({ email, sso, ai, has_custom_logo: true, has_custom_favicon: false });
  for (const [path, secret] of [
    ["email", "smtp_password"],
    ["sso", "client_secret"],
    ["ai", "api_key"],
  ] as const) {
    const { configured: _, [secret]: masked, ...shown } = (await admin.get(`/settings/${path}`)).body;
    expect(masked).toBe("•".repeat(8));
    expect(body[path]).toEqual(shown);
  }
  const { smtp_configured, has_users, supported_locales, compliance_regulations, resource_types, ...shown } = (
    await admin.get("/settings/bootstrap")
  ).body;
  expect(body).toMatchObject(shown);

  const text = JSON.stringify(body);
  const stored = JSON.stringify(statement("SELECT general_settings, email_settings FROM app_settings").get());
  const encrypted = stored.match(/enc:[\w-]+/g) ?? [];
  expect(encrypted).toHaveLength(SECRETS.length);
  for (const secret of [...SECRETS, ...encrypted, "environment-s3cret", "enc:", "•"])
    expect(text).not.toContain(secret);
  expect(text).not.toMatch(/"[^"]*(password|secret|api_key)[^"]*":/);
});

test("an address with a user or a password in it is refused, because it would be shown", async () => {
  for (const [path, field] of [
    ["email", "app_base_url"],
    ["sso", "issuer_url"],
    ["ai", "provider_url"],
  ] as const)
    for (const address of ["https://user:s3cret@company.io", "https://token@company.io"]) {
      const answer = await admin.patch(`/settings/${path}`, { [field]: address });
      expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ["body", field] }] } });
    }
});
