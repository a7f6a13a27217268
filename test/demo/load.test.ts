/** Tests of the database after a start with SEED_DEMO and its like. */

import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { statement, transaction } from "../../db";
import { findings as demoFindings, demoLandscape, type Landscape, projects } from "../../db/seed/demo";
import { builtInCardTypes, builtInRelationTypes } from "../../db/seed/metamodel";
import { commit } from "../../db/transaction";
import { attributesToStore } from "../../src/areas/cards/attributes";
import { type Client, clientOf } from "../support/client";
import { findingsOf } from "../support/databases";
import { startTestServer, type TestServer } from "../support/server";

const DEMO = { email: "admin@turboea.demo", password: "TurboEA!2025" };
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

const PROJECT_TABLES = [
  ...["ppm_status_reports", "ppm_wbs", "ppm_tasks", "ppm_budget_lines", "ppm_cost_lines", "ppm_risks"],
  "ppm_dependencies",
];

/** Every row of every table that what is loaded could go into. */
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
    admin = await logIn(server, DEMO);
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
      ...{ risks: 9, adr: 7, soaw: 3, bookmarks: 2, "saved-reports": 3, surveys: 1, diagrams: 1 },
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
      expect(() => attributesToStore(type, parse(attributes), true)).not.toThrow();
      const subtypes = builtInCardTypes.find(({ key }) => key === type)?.subtypes.map(({ key }) => key) ?? [];
      if (subtype !== null) expect(subtypes).toContain(subtype);
      const dates = Object.entries(parse(lifecycle));
      for (const [phase, date] of dates) {
        expect(["plan", "phaseIn", "active", "phaseOut", "endOfLife"]).toContain(phase);
        expect(date).toMatch(/^\d{4}-\d{2}-01$/);
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
    // They own the risks with their tasks, and have submitted the flows.
    const { items } = (await admin.get("/notifications?page_size=50")).body;
    expect(new Set(items.map(({ type }: { type: string }) => type))).toEqual(
      new Set(["risk_assigned", "task_assigned", "process_flow_approved"]),
    );
    expect((await admin.get("/favorites")).body).toEqual([]);
  });

  test("is published as the work of the demo administrator in one batch, with events for all of it", () => {
    const me = all<{ id: string }>("SELECT id FROM users")[0]?.id;
    const ofTheLandscape = "event_type NOT LIKE 'user.%' AND event_type <> 'kpi.captured'";
    const cardsWithEvent = "events e JOIN cards c ON c.id = e.card_id WHERE e.event_type = 'card.created'";
    expect(count(cardsWithEvent)).toBe(count("cards"));
    expect(count("events WHERE event_type = 'relation.created'")).toBe(2 * (count("relations") ?? 0));
    expect(count("events WHERE event_type = 'card.tagged'")).toBe(count("card_tags"));
    expect(count("events WHERE event_type = 'stakeholder.added'")).toBe(count("stakeholders"));
    expect(all(`SELECT DISTINCT user_id FROM events WHERE ${ofTheLandscape}`)).toEqual([{ user_id: me }]);
    const batches = `SELECT DISTINCT b.tool_name, b.actor_user_id FROM events e JOIN mutation_batches b ON b.id = e.batch_id
      WHERE ${ofTheLandscape}`;
    expect(all(batches)).toEqual([{ tool_name: "start", actor_user_id: me }]);
    expect(all("SELECT DISTINCT created_by, updated_by FROM cards")).toEqual([{ created_by: me, updated_by: me }]);
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
    admin = await logIn(server, DEMO);
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
  const demoAdmin = [{ email: DEMO.email, display_name: "Demo Admin", role: "admin" }];

  test("loads the processes with the relations among them, and nothing else, with SEED_BPM", async () => {
    server = await startTestServer({ SEED_BPM: "true" });
    const { cards: given, relations } = demoLandscape("processes", new Date());
    expect(all("SELECT DISTINCT type FROM cards")).toEqual([{ type: "BusinessProcess" }]);
    expect(counts()).toEqual({ ...nothing, cards: given.length, relations: relations.length });
    expect(users()).toEqual(demoAdmin);
    await logIn(server, DEMO);
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

  test("makes no other administrator when there is one, who becomes the author of the landscape", async () => {
    server = await startTestServer({ ...ADA, SEED_DEMO: "true" });
    expect(users()).toEqual([expect.objectContaining({ email: ADA.ADMIN_EMAIL, role: "admin" })]);
    const me = all<{ id: string }>("SELECT id FROM users")[0]?.id;
    expect(all("SELECT DISTINCT created_by FROM cards")).toEqual([{ created_by: me }]);
    expect((await clientOf(server.url).post("/auth/login", DEMO)).status).toBe(401);
  });

  test("leaves an account that has the demo administrator's address as it is, and loads nothing", async () => {
    server = await startTestServer({ SEED_PPM: "true" });
    transaction(() => statement("UPDATE users SET role = 'viewer'").run());
    await server.stop();
    server = await startTestServer({ SEED_DEMO: "true", DATABASE_URL: `file:${server.databaseFile}` });
    expect(users()).toEqual([expect.objectContaining({ email: DEMO.email, role: "viewer" })]);
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
