import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Client } from "../support/client";
import { type Document, type Operation, operationsOf, randomFrom, type Schemas, schemasOf } from "../support/openapi";
import { startTestServer, type TestServer } from "../support/server";
import { callOf, payloadOf } from "./fixtures";
import { expectedPermissions } from "./permissions";

const viewer = [
  ...["inventory.view", "inventory.export", "relations.view", "stakeholders.view", "comments.view", "documents.view"],
  ...["diagrams.view", "bpm.view", "ppm.view", "reports.ea_dashboard", "reports.bpm_dashboard"],
  ...["reports.ppm_dashboard", "reports.portfolio", "surveys.respond", "soaw.view", "adr.view", "bookmarks.manage"],
  ...["eol.view", "web_portals.view", "notifications.manage", "compliance.view", "risks.view", "grc.view"],
];
const member = [
  ...viewer,
  ...["inventory.create", "inventory.edit", "inventory.archive", "inventory.approval_status", "inventory.bulk_edit"],
  ...["relations.manage", "stakeholders.manage", "comments.create", "documents.manage", "diagrams.manage", "bpm.edit"],
  ...["bpm.manage_drafts", "bpm.assessments", "ppm.manage", "soaw.manage", "soaw.sign", "adr.manage", "adr.sign"],
  ...["tags.manage", "bookmarks.share", "bookmarks.odata", "saved_reports.create", "eol.manage", "turbolens.view"],
  ...["risks.manage", "grc.manage", "ai.suggest", "ai.portfolio_insights", "costs.view"],
];

/** What each role is granted; `undefined` is somebody without a token. */
const granted: Record<string, Set<string> | "everything" | undefined> = {
  admin: "everything",
  bpm_admin: new Set([...member, "comments.manage", "bpm.approve_flows", "users.invite"]),
  member: new Set(member),
  viewer: new Set(viewer),
  nobody: undefined,
};

/** Whether a role passes, on rows in which its user has no part. */
function passes(role: string, permission: string): boolean {
  const grants = granted[role];
  if (grants === undefined) return permission === "public";
  if (grants === "everything") return true;
  return permission
    .split("|")
    .some((either) => either.split("+").every((key) => key === "public" || key === "auth" || grants.has(key)));
}

setDefaultTimeout(60_000);

let server: TestServer;
let schemas: Schemas;
let operations: Map<string, Operation>;
beforeAll(async () => {
  server = await startTestServer();
  const document: Document = (await server.nobody.get("/api/openapi.json")).body;
  schemas = schemasOf(document);
  operations = new Map(operationsOf(document).map((operation) => [operation.name, operation]));
});
afterAll(() => server.stop());

let calls = 0;

/** Calls an operation as a script would that knows what it sends. */
async function call(operation: Operation, client: Client): Promise<{ status: number; detail: unknown }> {
  const made = callOf(operation, schemas, randomFrom(calls));
  const { body, type } = payloadOf(operation, made);
  calls++;
  const response = await fetch(server.url + made.path, {
    method: made.method,
    redirect: "manual",
    headers: {
      ...(client.token && { authorization: `Bearer ${client.token}` }),
      ...(type && { "content-type": type }),
      // Logins and registrations are counted by address.
      "x-forwarded-for": `10.0.${calls >> 8}.${calls & 255}`,
    },
    body,
  });
  if (!response.headers.get("content-type")?.includes("json") || response.ok) {
    // The event stream never ends by itself.
    await response.body?.cancel();
    return { status: response.status, detail: undefined };
  }
  const { detail } = (await response.json()) as { detail: unknown };
  return { status: response.status, detail };
}

const aboutTheToken = ["Not authenticated", "Invalid or expired token", "User not found or inactive"];

test.each(Object.entries(expectedPermissions))("%s needs %s", async (name, permission) => {
  const operation = operations.get(name);
  if (!operation) throw new Error(`${name} is not served: take it out of test/generated/permissions.ts`);
  for (const role of Object.keys(granted)) {
    const client = role === "nobody" ? server.nobody : await server.as(role);
    const { status, detail } = await call(operation, client);
    const outcome = `${role}: ${status} ${JSON.stringify(detail)}`;
    if (passes(role, permission)) {
      expect(status, outcome).toBeLessThan(500);
      if (permission === "public") expect(aboutTheToken, outcome).not.toContain(detail);
      // A request that is not well-formed or not routed hasn't come as far as the rules of its operation.
      else expect([401, 403, 405, 422], outcome).not.toContain(status);
    } else if (role === "nobody")
      expect({ status, detail }, outcome).toEqual({ status: 401, detail: "Not authenticated" });
    else expect(status, outcome).toBe(403);
  }
});

test("every operation that is served is in the table", () => {
  expect([...operations.keys()].filter((name) => !(name in expectedPermissions))).toEqual([]);
});
