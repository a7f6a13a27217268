/** Tests of the database after a start with SEED_DEMO and its like. */

import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { statement, transaction } from "../../db";
import {
  findings as demoFindings,
  demoLandscape,
  changes as fieldChanges,
  type Landscape,
  people,
  products,
  projects,
} from "../../db/seed/demo";
import { builtInCardTypes, builtInRelationTypes } from "../../db/seed/metamodel";
import { commit } from "../../db/transaction";
import { areas } from "../../src/areas";
import { attributesToStore } from "../../src/areas/cards/attributes";
import { permissionsOf } from "../../src/core/access/actor";
import { grants } from "../../src/core/access/permissions";
import { operationsOf } from "../../src/core/area";
import { DAY } from "../../src/platform/clock";
import { type Client, clientOf } from "../support/client";
import { findingsOf } from "../support/databases";
import { DEMO_ADMINISTRATOR } from "../support/demo";
import { startTestServer, type TestServer } from "../support/server";

const ADA = { ADMIN_EMAIL: "ada@stoa.example", ADMIN_PASSWORD: "Analytical-Engine-1843" };

const all = <Row>(sql: string) => statement<Row, []>(sql).all();
const count = (from: string) => all<{ count: number }>(`SELECT count(*) AS count FROM ${from}`)[0]?.count;
const parse = (text: string | null) => JSON.parse(text ?? "{}") as Record<string, unknown>;

type Card = {
  id: string;
  type: string;
  subtype: string | null;
  name: string;
  description: string | null;
  parent_id: string | null;
  lifecycle: string | null;
  attributes: string | null;
  approval_status: string;
  data_quality: number;
};
const cards = () => all<Card>("SELECT * FROM cards ORDER BY seq");

async function logIn(server: TestServer, account: { email: string; password: string }): Promise<Client> {
  const { status, body } = await clientOf(server.url).post("/auth/login", account);
  expect(status).toBe(200);
  return clientOf(server.url, body.access_token);
}

/** Returns the name of an operation, as batches give it. */
const nameOf = ({ method, path }: { method: string; path: string }) => `${method.toUpperCase()} /api/v1${path}`;

const PROJECT_TABLES = [
  ...["ppm_status_reports", "ppm_wbs", "ppm_tasks", "ppm_budget_lines", "ppm_cost_lines", "ppm_risks"],
  "ppm_dependencies",
];

/** Returns every row of every table that what is loaded could go into. */
const content = () =>
  [
    "cards",
    "relations",
    "tag_groups",
    "tags",
    "card_tags",
    "stakeholders",
    "ea_principles",
    "users",
    ...["risks", "risk_mitigation_tasks", "architecture_decisions", "statements_of_architecture_work", "comments"],
    ...["bookmarks", "saved_reports", "surveys", "diagrams", "process_flow_versions", "process_assessments"],
    "mutation_batches",
    ...PROJECT_TABLES,
  ].map((table) => `${table} ${count(table)}`);
const nothing = { cards: 0, relations: 0, tag_groups: 0, stakeholders: 0, ea_principles: 0 };
const counts = () => Object.fromEntries(Object.keys(nothing).map((table) => [table, count(table)]));

describe("the landscape that SEED_DEMO loads into an empty folder", () => {
  let server: TestServer;
  let admin: Client;
  beforeAll(async () => {
    server = await startTestServer({ SEED_DEMO: "true" });
    admin = await logIn(server, DEMO_ADMINISTRATOR);
  });
  afterAll(() => server.stop());

  test("has the records of all areas that people work with", async () => {
    const sizes = async (...paths: string[]) =>
      Object.fromEntries(
        await Promise.all(
          paths.map(async (path) => {
            const { body } = await admin.get(`/${path}`);
            return [path, body.total ?? body.length] as const;
          }),
        ),
      );
    expect(await sizes("risks", "adr", "soaw", "bookmarks", "saved-reports", "surveys", "diagrams")).toEqual({
      ...{ risks: 9, adr: 7, soaw: 3, bookmarks: 3, "saved-reports": 3, surveys: 3, diagrams: 2 },
    });
    const [cellar] = (await admin.get("/risks?search=cabinet")).body.items;
    expect(cellar).toMatchObject({ status: "in_progress", initial_level: "critical", residual_level: "medium" });
    const [first] = (await admin.get("/adr?search=ADR-001")).body;
    expect(first.linked_cards.map(({ name }: { name: string }) => name).sort()).toEqual(["Cloud ERP", "Group ERP"]);
    const process = cards().find(({ name }) => name === "Approve an Invoice");
    expect((await admin.get(`/bpm/processes/${process?.id}/flow/published`)).body).toMatchObject({ revision: 1 });
    expect((await admin.get(`/bpm/processes/${process?.id}/assessments`)).body).toHaveLength(2);
    expect((await admin.get(`/bpm/processes/${process?.id}/elements`)).body.length).toBeGreaterThan(5);
  });

  test("has compliance findings about cards and about the whole landscape", async () => {
    const { body } = await admin.get("/compliance/compliance");
    // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects to be there
    const findings = body.flatMap((bundle: any) => bundle.findings) as any[];
    expect(findings).toHaveLength(demoFindings.length);
    expect(
      findings
        .filter(({ card_id }) => card_id !== null)
        .map(({ card_name }) => card_name)
        .sort(),
    ).toEqual(demoFindings.flatMap(({ card }) => card?.[1] ?? []).sort());
    expect(findings.filter(({ ai_detected }) => ai_detected)).toMatchObject([{ regulation: "eu_ai_act" }]);
    const { compliance_run } = (await admin.get("/compliance/overview")).body;
    expect(compliance_run).toMatchObject({ status: "completed", summary: { demo: true, findings_count: 12 } });
  });

  test("has cards of every type and relations of every kind, as many as its tables list", () => {
    const { cards: given, relations } = demoLandscape("landscape", new Date());
    expect(count("cards")).toBe(given.length);
    expect(count("relations")).toBe(relations.length);
    expect(given.length).toBeGreaterThan(200);
    expect(relations.length).toBeGreaterThan(300);
    expect(all("SELECT DISTINCT type FROM cards ORDER BY type")).toEqual(
      builtInCardTypes.map(({ key }) => ({ type: key })).sort((a, b) => (a.type < b.type ? -1 : 1)),
    );
    const used = all<{ key: string }>(
      "SELECT key FROM relation_types WHERE seq IN (SELECT type_seq FROM relations) ORDER BY key",
    );
    expect(used.map(({ key }) => key)).toEqual(builtInRelationTypes.map(({ key }) => key).sort());
  });

  test("has cards with declared attributes only, of the declared kinds and options", () => {
    for (const { type, subtype, attributes, lifecycle } of cards()) {
      // The link to a product's life cycle is no field of its type.
      const { eol_product, eol_cycle, ...declared } = parse(attributes);
      expect(() => attributesToStore(type, declared, true)).not.toThrow();
      const subtypes = builtInCardTypes.find(({ key }) => key === type)?.subtypes.map(({ key }) => key) ?? [];
      if (subtype !== null) expect(subtypes).toContain(subtype);
      const dates = Object.entries(parse(lifecycle));
      for (const [phase, date] of dates) {
        expect(["plan", "phaseIn", "active", "phaseOut", "endOfLife"]).toContain(phase);
        expect(date).toMatch(eol_product ? /^\d{4}-\d{2}-\d{2}$/ : /^\d{4}-\d{2}-01$/);
      }
      expect(dates.map(([, date]) => date)).toEqual(dates.map(([, date]) => date).sort());
    }
  });

  test("has relations only between cards of the declared types, with declared attributes", () => {
    const types = new Map(builtInRelationTypes.map((type) => [type.key, type]));
    const rows = all<{ type: string; source: string; target: string; attributes: string }>(
      `SELECT y.key AS type, s.type AS source, t.type AS target, r.attributes FROM relations r JOIN relation_types y ON y.seq = r.type_seq
       JOIN cards s ON s.seq = r.source_seq JOIN cards t ON t.seq = r.target_seq`,
    );
    const used = new Set<string>();
    for (const { type, source, target, attributes } of rows) {
      const known = types.get(type);
      expect([source, target]).toEqual([known?.source_type_key, known?.target_type_key] as string[]);
      for (const [key, value] of Object.entries(parse(attributes))) {
        const field = known?.attributes_schema.find((attribute) => attribute.key === key);
        used.add(`${type} ${key}`);
        if (field?.type === "boolean") expect(value).toBe(true);
        else if (field?.type === "cost") expect(value).toBeGreaterThan(0);
        else expect(field?.options?.map((option) => option.key)).toContain(value as string);
      }
    }
    const declared = builtInRelationTypes.flatMap((type) =>
      type.attributes_schema.map(({ key }) => `${type.key} ${key}`),
    );
    expect([...used].sort()).toEqual(declared.filter((key) => key !== "relProcessToDataObj crudDelete").sort());
  });

  test("has trees of one type each, and capabilities with their level", () => {
    const byId = new Map(cards().map((card) => [card.id, card]));
    const levels = new Map<string, number>();
    for (const card of byId.values()) {
      const parent = byId.get(card.parent_id ?? "");
      if (parent) expect(parent.type).toBe(card.type);
      const level = (levels.get(parent?.id ?? "") ?? 0) + 1;
      levels.set(card.id, level);
      if (card.type === "BusinessCapability") expect(parse(card.attributes)["capabilityLevel"]).toBe(`L${level}`);
    }
    expect(Math.max(...levels.values())).toBeGreaterThanOrEqual(4);
  });

  test("has the data quality that the formula gives, from nearly nothing to nearly all", () => {
    const parts = Map.groupBy(
      all<{ card_id: string; role: string }>("SELECT DISTINCT card_id, role FROM stakeholders"),
      (part) => part.card_id,
    );
    for (const card of cards()) {
      const type = builtInCardTypes.find(({ key }) => key === card.type);
      const fields = type?.fields_schema.flatMap((section) => section.fields) ?? [];
      const attributes = parse(card.attributes);
      const roles = type?.stakeholder_roles.length ?? 0;
      const total = fields.reduce((sum, { weight }) => sum + (weight ?? 1), 2 + roles);
      const filled =
        fields.reduce((sum, { key, weight }) => sum + (attributes[key] ? (weight ?? 1) : 0), 0) +
        (card.description ? 1 : 0) +
        (Object.keys(parse(card.lifecycle)).length > 0 ? 1 : 0) +
        (parts.get(card.id)?.length ?? 0);
      expect(card.data_quality).toBeCloseTo((100 * filled) / total, 0);
    }
    const scores = cards().map((card) => card.data_quality);
    expect(Math.min(...scores)).toBeLessThan(10);
    expect(Math.max(...scores)).toBeGreaterThan(80);
  });

  test("has every phase of a life cycle, every state of an approval, tags and stakeholders", async () => {
    for (const phase of ["plan", "phaseIn", "active", "phaseOut", "endOfLife"])
      expect((await admin.get(`/cards?type=Application&phase=${phase}`)).body.total).toBeGreaterThan(1);
    const { facets } = (await admin.get("/cards?facets=approval_status&page_size=1")).body;
    expect(facets.approval_status.map(({ value }: { value: string }) => value).sort()).toEqual([
      "APPROVED",
      "BROKEN",
      "DRAFT",
      "REJECTED",
    ]);
    expect((await admin.get("/tag-groups")).body.map(({ mode }: { mode: string }) => mode)).toContain("single");
    expect((await admin.get("/cards?mine=stakeholder")).body.total).toBeGreaterThan(10);
    expect((await admin.get("/metamodel/principles")).body).toHaveLength(5);
    expect((await admin.get("/favorites")).body).toEqual([]);
  });

  test("is the work of eight people, who have roles and log in with the demo administrator's password", async () => {
    const roles = all<{ role: string; people: number }>(
      "SELECT role, count(*) AS people FROM users GROUP BY role ORDER BY role",
    );
    expect(roles).toEqual([
      { role: "admin", people: 1 },
      { role: "architect", people: 1 },
      { role: "bpm_admin", people: 1 },
      { role: "member", people: 5 },
      { role: "viewer", people: 1 },
    ]);
    for (const { email } of Object.values(people))
      await logIn(server, { email, password: DEMO_ADMINISTRATOR.password });
    const authors = all("SELECT user_id FROM events WHERE user_id IS NOT NULL GROUP BY user_id HAVING count(*) > 3");
    expect(authors).toHaveLength(8);
    const byAdmin = count("events e JOIN users u ON u.id = e.user_id WHERE u.role = 'admin'") ?? 0;
    expect(byAdmin).toBeLessThan(100);
    const stakeholders = all("SELECT DISTINCT user_id FROM stakeholders");
    expect(stakeholders).toHaveLength(9);
  });

  test("is published with events for all of it, in batches whose authors' permissions allow them", () => {
    const cardsWithEvent = "events e JOIN cards c ON c.id = e.card_id WHERE e.event_type = 'card.created'";
    expect(count(cardsWithEvent)).toBe(count("cards"));
    expect(count("events WHERE event_type = 'relation.created'")).toBe(2 * (count("relations") ?? 0));
    expect(count("events WHERE event_type = 'card.tagged'")).toBe(count("card_tags"));
    expect(count("events WHERE event_type = 'stakeholder.added'")).toBe(count("stakeholders"));
    const batches = all<{ tool_name: string; role: string }>(
      `SELECT b.tool_name, u.role FROM mutation_batches b JOIN users u ON u.id = b.actor_user_id
       UNION SELECT e.tool_name, u.role FROM events e JOIN users u ON u.id = e.user_id WHERE e.tool_name IS NOT NULL`,
    );
    expect(batches.length).toBeGreaterThan(20);
    const declared = new Map(operationsOf(areas).map((operation) => [nameOf(operation), operation.permission]));
    for (const { tool_name, role } of batches) {
      expect([...declared.keys()]).toContain(tool_name);
      const permission = declared.get(tool_name);
      if (typeof permission === "string" && permission.includes("."))
        expect({ tool_name, role, allowed: grants(permissionsOf(role), permission) }).toMatchObject({ allowed: true });
    }
  });

  test("has a journal whose instants go forward over two years, up to the days before the loading", () => {
    const instants = all<{ created_at: string }>("SELECT created_at FROM events ORDER BY seq").map(
      (row) => row.created_at,
    );
    expect(instants).toEqual(instants.toSorted());
    const days = (instant: string) => (Date.now() - Date.parse(instant)) / DAY;
    expect(days(instants[0] as string)).toBeGreaterThan(730);
    expect(days(instants.at(-1) as string)).toBeLessThan(5);
    const months = new Set(instants.map((instant) => instant.slice(0, 7)));
    expect(months.size).toBeGreaterThanOrEqual(24);
    // An approval breaks by a change, and is given again.
    const histories = all<{ events: string }>(
      `SELECT group_concat(event_type, ' ') AS events FROM (SELECT card_id, event_type FROM events
       WHERE event_type IN ('card.approval_status.approve', 'card.updated') ORDER BY seq) GROUP BY card_id`,
    );
    expect(histories.some(({ events }) => /approve card\.updated .*approve/.test(events))).toBe(true);
  });

  test("has changes of fields, each of which changes something", () => {
    const updates = all<{ data: string }>("SELECT data FROM events WHERE event_type = 'card.updated'").map(
      ({ data }) => JSON.parse(data) as { changes: Record<string, { old: unknown; new: unknown }> },
    );
    expect(updates.length).toBeGreaterThanOrEqual(fieldChanges.length);
    for (const { changes } of updates)
      for (const { old, new: after } of Object.values(changes)) expect(old).not.toEqual(after);
    const given = demoLandscape("landscape", new Date()).cards;
    const now = new Map(cards().map((card) => [`${card.type} ${card.name}`, card]));
    for (const [, , type, name, field] of fieldChanges)
      if (field !== "description")
        expect(parse(now.get(`${type} ${name}`)?.attributes ?? null)[field]).toBe(
          given.find((card) => card.type === type && card.name === name)?.attributes[field],
        );
  });

  test("has decisions that are signed, that wait for signatures, and a draft", async () => {
    const { body } = await admin.get("/adr");
    const statuses = Map.groupBy(body as { status: string; title: string }[], ({ status }) => status);
    expect([...statuses].map(([status, some]) => `${some.length} ${status}`).sort()).toEqual([
      "1 draft",
      "2 in_review",
      "4 signed",
    ]);
    expect((await admin.get("/soaw")).body.map(({ status }: { status: string }) => status).sort()).toEqual([
      "draft",
      "in_review",
      "signed",
    ]);
    const { items } = (await admin.get("/notifications?is_read=false&page_size=50")).body;
    expect(items.map(({ type }: { type: string }) => type)).toContain("adr_sign_requested");
  });

  test("has a survey that was answered and applied, one that waits for answers, and a draft", async () => {
    const { body } = await admin.get("/surveys");
    expect(
      body.map(({ status, completed_responses, applied_responses }: Record<string, number | string>) => [
        ...[status, completed_responses, applied_responses],
      ]),
    ).toEqual([
      ["draft", 0, 0],
      ["active", 8, 0],
      ["closed", 5, 5],
    ]);
    const { pending_surveys } = (await admin.get("/notifications/badge-counts")).body;
    expect(pending_surveys).toBeGreaterThan(0);
  });

  test("has files and links at cards, portals that show cards, and a field that a formula fills", async () => {
    const idOf = (name: string) => cards().find((card) => card.name === name)?.id;
    const [file] = (await admin.get(`/cards/${idOf("Group ERP")}/file-attachments`)).body;
    expect(file).toMatchObject({ mime_type: "text/plain", creator_name: "Tomas Brandt" });
    expect((await admin.get(`/file-attachments/${file.id}/download`)).status).toBe(200);
    expect((await admin.get(`/cards/${idOf("PostgreSQL")}/documents`)).body).toHaveLength(1);
    for (const { slug } of (await admin.get("/web-portals")).body)
      expect((await server.nobody.get(`/web-portals/public/${slug}/cards`)).body.total).toBeGreaterThanOrEqual(20);
    const card = (await admin.get(`/cards/${idOf("Web Shop")}`)).body;
    expect(card.attributes.costPerUser).toBe(
      Math.round(card.attributes.costTotalAnnual / card.attributes.numberOfUsers),
    );
  });

  test("has elements of flows that are linked to cards, and components with the life cycles of real products", async () => {
    const idOf = (name: string) => cards().find((card) => card.name === name)?.id;
    const elements = (await admin.get(`/bpm/processes/${idOf("Approve an Invoice")}/elements`)).body;
    expect(elements.find(({ name }: { name: string }) => name === "Invoice Verification")).toMatchObject({
      application_name: "Invoice Reader",
      data_object_name: "Invoice",
    });
    const linked = cards().filter((card) => parse(card.attributes)["eol_product"]);
    expect(linked.map(({ name }) => name).sort()).toEqual(products.map(([name]) => name).sort());
    for (const { attributes, lifecycle } of linked) {
      const { eol_product, eol_cycle } = parse(attributes) as Record<string, string>;
      const cycle = (await admin.get(`/eol/products/${eol_product}`)).body.find(
        (other: { cycle: string }) => other.cycle === eol_cycle,
      );
      if (typeof cycle.eol === "string") expect(parse(lifecycle)["endOfLife"]).toBe(cycle.eol);
    }
  });

  test("has plans whose items and milestones have dates and people", () => {
    expect(count("ppm_wbs WHERE start_date IS NULL OR end_date IS NULL OR assignee_id IS NULL")).toBe(0);
    expect(count("ppm_tasks WHERE assignee_id IS NULL")).toBe(0);
    expect(count("ppm_wbs WHERE is_milestone = 1")).toBeGreaterThan(5);
  });

  test("has views, reports and drawings in the form of the front end, which the reports and feeds understand", async () => {
    const columns = (await admin.get("/bookmarks")).body.flatMap((view: { columns: string[] }) => view.columns);
    for (const column of columns) expect(column).toMatch(/^(core|attr|rel)_[A-Za-z]+$/);
    for (const { report_type, config } of (await admin.get("/saved-reports")).body) {
      if (report_type === "matrix")
        expect((await admin.get(`/reports/matrix?row_type=${config.rowType}&col_type=${config.colType}`)).status).toBe(
          200,
        );
      if (report_type === "capability-map")
        expect((await admin.get(`/reports/capability-heatmap?metric=${config.metric}`)).status).toBe(200);
    }
    for (const { id } of (await admin.get("/diagrams")).body) {
      const { data, card_refs, card_ids } = (await admin.get(`/diagrams/${id}`)).body;
      expect(data.xml.match(/fillColor=#[0-9a-f]{6};/g)).toHaveLength(card_refs.length);
      expect([...card_refs].sort()).toEqual([...card_ids].sort());
    }
  });

  test("has key figures of each month, which trends compare with", async () => {
    expect(count("kpi_snapshots")).toBeGreaterThan(20);
    const trends = (await admin.get("/reports/dashboard")).body.trends;
    expect(trends).toMatchObject({ snapshot_available: true, approved_count: { previous: expect.any(Number) } });
  });

  test("has projects of six initiatives, whose totals are the sums of their lines", async () => {
    expect(PROJECT_TABLES.map((table) => count(table))).toEqual([15, 31, 33, 24, 23, 15, 4]);
    const expected = projects.map(({ initiative, budget, costs }) => ({
      name: initiative,
      costBudget: budget.reduce((sum, [, , amount]) => sum + amount, 0),
      costActual: costs.reduce((sum, [, , , actual]) => sum + actual, 0),
    }));
    const given = demoLandscape("landscape", new Date()).cards.map((card) => ({ ...card, ...card.attributes }));
    const loaded = cards().map((card) => ({ ...card, ...parse(card.attributes) }));
    for (const project of expected)
      for (const landscape of [given, loaded])
        expect(landscape.find(({ type, name }) => type === "Initiative" && name === project.name)).toMatchObject(
          project,
        );
    expect((await admin.get("/settings/ppm-enabled")).body).toEqual({ enabled: true });
  });

  test("is stored in a sound database", () => {
    commit();
    expect(findingsOf(server.databaseFile).filter(({ problem }) => problem)).toEqual([]);
  });

  test("is not loaded again by the next start", async () => {
    const before = content();
    await server.stop();
    server = await startTestServer({ SEED_DEMO: "true", DATABASE_URL: `file:${server.databaseFile}` });
    expect(content()).toEqual(before);
    admin = await logIn(server, DEMO_ADMINISTRATOR);
  });

  test("leaves no way to become an administrator by registering first", async () => {
    const account = { email: "you@company.example", display_name: "You", password: "Correct-horse-42" };
    const { status, body } = await clientOf(server.url).post("/auth/register", account);
    expect(status).toBe(200);
    expect((await clientOf(server.url, body.access_token).get("/auth/me")).body.role).toBe("member");
  });
});

describe("a start", () => {
  let server: TestServer;
  afterEach(() => server.stop());

  const users = () => all("SELECT email, display_name, role FROM users");
  const demoAdmin = [{ email: DEMO_ADMINISTRATOR.email, display_name: "Demo Admin", role: "admin" }];

  test("loads the processes with the relations among them, and nothing else, with SEED_BPM", async () => {
    server = await startTestServer({ SEED_BPM: "true" });
    const { cards: given, relations } = demoLandscape("processes", new Date());
    expect(all("SELECT DISTINCT type FROM cards")).toEqual([{ type: "BusinessProcess" }]);
    expect(counts()).toEqual({ ...nothing, cards: given.length, relations: relations.length });
    expect(users()).toEqual(demoAdmin);
    await logIn(server, DEMO_ADMINISTRATOR);
  });

  test("loads processes next to other cards with SEED_BPM or SEED_DEMO, unless there are processes", async () => {
    server = await startTestServer(ADA);
    const environment = { DATABASE_URL: `file:${server.databaseFile}` };
    const ada = await logIn(server, { email: ADA.ADMIN_EMAIL, password: ADA.ADMIN_PASSWORD });
    expect((await ada.post("/cards", { type: "Application", name: "Ledger" })).status).toBe(201);
    await server.stop();
    server = await startTestServer({ ...environment, SEED_DEMO: "true" });
    const { cards: given } = demoLandscape("processes", new Date());
    expect(count("cards")).toBe(1 + given.length);
    expect(users()).toEqual([expect.objectContaining({ email: ADA.ADMIN_EMAIL })]);
    await server.stop();
    server = await startTestServer({ ...environment, SEED_BPM: "true", SEED_DEMO: "true" });
    expect(count("cards")).toBe(1 + given.length);
  });

  test("makes the administrator and loads nothing with SEED_PPM", async () => {
    server = await startTestServer({ SEED_PPM: "true" });
    expect(counts()).toEqual(nothing);
    expect(users()).toEqual(demoAdmin);
  });

  test.each<[string, Record<string, string>]>([
    ["no such variable", {}],
    ["SEED_SECURITY, but for findings,", { SEED_SECURITY: "true" }],
    ["all of them false", { SEED_DEMO: "false", SEED_BPM: "0", SEED_PPM: "no" }],
  ])("loads nothing and makes no account with %s", async (_, environment) => {
    server = await startTestServer(environment);
    expect(counts()).toEqual(nothing);
    expect(users()).toEqual([]);
  });

  test("loads the findings about the landscape once with SEED_SECURITY", async () => {
    server = await startTestServer({ SEED_SECURITY: "true" });
    const found = demoFindings.filter(({ card }) => card === null).length;
    expect(count("compliance_findings")).toBe(found);
    await server.stop();
    server = await startTestServer({ SEED_SECURITY: "true", DATABASE_URL: `file:${server.databaseFile}` });
    expect(count("compliance_findings")).toBe(found);
  });

  test("makes no other administrator when there is one, and nobody can log in by a published password", async () => {
    server = await startTestServer({ ...ADA, SEED_DEMO: "true" });
    expect(all("SELECT email FROM users WHERE role = 'admin'")).toEqual([{ email: ADA.ADMIN_EMAIL }]);
    expect(all("SELECT email FROM users WHERE password_hash IS NOT NULL")).toEqual([{ email: ADA.ADMIN_EMAIL }]);
    const [someone] = Object.values(people);
    for (const { email } of [DEMO_ADMINISTRATOR, someone as (typeof people)["ines"]])
      expect((await clientOf(server.url).post("/auth/login", { ...DEMO_ADMINISTRATOR, email })).status).toBe(401);
  });

  test("leaves an account that has the demo administrator's address as it is, and loads nothing", async () => {
    server = await startTestServer({ SEED_PPM: "true" });
    transaction(() => statement("UPDATE users SET role = 'viewer'").run());
    await server.stop();
    server = await startTestServer({ SEED_DEMO: "true", DATABASE_URL: `file:${server.databaseFile}` });
    expect(users()).toEqual([expect.objectContaining({ email: DEMO_ADMINISTRATOR.email, role: "viewer" })]);
    expect(counts()).toEqual(nothing);
  });

  test("leaves nothing when it fails half way, and the next start loads the landscape whole", async () => {
    server = await startTestServer(ADA);
    const environment = { ...ADA, SEED_DEMO: "true", DATABASE_URL: `file:${server.databaseFile}` };
    // The parts come after the cards, the relations and the tags.
    const archive = (flag: 0 | 1) =>
      transaction(() =>
        statement("UPDATE stakeholder_role_definitions SET is_archived = ? WHERE key = 'process_owner'").run(flag),
      );
    archive(1);
    const before = count("events");
    await server.stop();
    server = await startTestServer(environment);
    expect(counts()).toEqual(nothing);
    expect(count("events")).toBe(before);
    archive(0);
    await server.stop();
    server = await startTestServer(environment);
    expect(count("cards")).toBe(demoLandscape("landscape", new Date()).cards.length);
  });
});

describe("the dates of the landscape", () => {
  const datesOf = ({ cards }: Landscape) =>
    cards.flatMap(({ name, lifecycle = {}, attributes }) =>
      Object.entries({ ...lifecycle, ...attributes })
        .filter(([, value]) => /^\d{4}-\d{2}-\d{2}$/.test(String(value)))
        .map(([key, value]) => ({ of: `${name} ${key}`, day: value as string })),
    );

  test("move with the day of loading", () => {
    const today = datesOf(demoLandscape("landscape", new Date("2026-11-21")));
    const later = datesOf(demoLandscape("landscape", new Date("2031-11-30")));
    expect(today.length).toBeGreaterThan(300);
    expect(later).toEqual(today.map(({ of, day }) => ({ of, day: `${Number(day.slice(0, 4)) + 5}${day.slice(4)}` })));
  });

  test.each(["2028-02-29", "2026-12-31", "2027-01-01"])("are both before and after the day of loading %s", (day) => {
    const dates = datesOf(demoLandscape("landscape", new Date(day)));
    expect(dates.some((date) => date.day < day)).toBe(true);
    expect(dates.some((date) => date.day > day)).toBe(true);
    for (const { day } of dates) expect(new Date(day).toISOString().slice(0, 10)).toBe(day);
  });
});
