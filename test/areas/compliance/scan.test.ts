/** Scans without a model: what the rules find, and what a second scan leaves alone. */
import { afterEach, beforeAll, describe, expect, test } from "bun:test";
import { statement, transactionInTurn } from "../../../db";
import { createAnalysisRun } from "../../../src/areas/analyses";
import { complianceScan } from "../../../src/areas/compliance/scan/scan";
import { program } from "../../../src/core/journal/journal";
import { runsSettled } from "../../../src/core/runs/engine";
import { enqueue } from "../../../src/core/runs/runs";
import { makeCard, relate, stakeholder, unique } from "../../support/factories";
import { eventsAfter, lastEvent } from "../../support/journal";
import { step } from "../../support/scenario";
import { clientAs, testServer } from "../../support/server";
import { type Body, clearFindings, decide, findListed, makeFinding, scan } from "./support";

const server = testServer();
const admin = clientAs(server, "admin");
const viewer = clientAs(server, "viewer");

const cards: Record<string, Body> = {};
beforeAll(async () => {
  const make = async (name: string, type: string, attributes = {}, rest = {}) => {
    cards[name] = await makeCard(admin, { type, name, attributes, ...rest });
  };
  const critical = { businessCriticality: "missionCritical" };
  await make("Ledger", "Application", { ...critical, hostingType: "cloudSaaS" }, { description: "Keeps the books" });
  await make("Old host", "ITComponent", {}, { lifecycle: { endOfLife: "2019-01-01" } });
  await make("People", "DataObject", { isPersonalData: true });
  await make("Adviser", "Application", {}, { subtype: "aiAgent" });
  await make("Labelled", "ITComponent", {}, { subtype: "AI Agent" });
  await make("Clever", "Application", { hasAiFeatures: true }, { description: "Answers letters" });
  await make("Denied", "Application", { hasAiFeatures: false }, { subtype: "aiAgent" });
  await make("Plain", "Application");
  await make("Gone", "Application", { hasAiFeatures: true });
  await relate(admin, "relAppToITC", cards["Ledger"], cards["Old host"]);
  await relate(admin, "relAppToDataObj", cards["Ledger"], cards["People"]);
  stakeholder(cards["Clever"].id, admin.userId as string, "responsible");
  await admin.post(`/cards/${cards["Gone"].id}/archive`, {});
});
afterEach(() => transactionInTurn(clearFindings));

const idOf = (name: string): string => cards[name].id;
const bundle = async (regulation: string): Promise<Body> =>
  (await viewer.get(`/compliance/compliance?regulation=${regulation}`)).body[0];
/** Returns the articles that are found about a card. */
const articlesOf = async (name: string): Promise<string[]> => {
  const { body } = await viewer.get(`/cards/${idOf(name)}/compliance-findings`);
  return body.map((finding: Body) => `${finding.regulation} ${finding.regulation_article}`).sort();
};
const rows = () => statement("SELECT * FROM compliance_findings ORDER BY seq").all() as Body[];

describe("a scan", () => {
  test("assesses every card by the rules of every enabled regulation, and publishes that", async () => {
    const before = lastEvent();
    const run = await scan(admin);
    const keys = ["eu_ai_act", "gdpr", "nis2", "dora", "soc2", "iso27001"];
    expect(run).toMatchObject({ analysis_type: "compliance", status: "completed", error_message: null });
    expect(run.results).toEqual({
      ...{ scan: "compliance", compliance_findings: rows().length, regulations: keys, cards_scanned: 7 },
      ...{ ai_bearing_cards: 3, completed_at: expect.any(String), engine: "local" },
      causes: expect.any(Array),
    });
    const ownerless = run.results.causes.find(({ cause }: { cause: string }) =>
      cause.startsWith("Nobody is responsible"),
    );
    expect(ownerless.articles).toEqual(expect.arrayContaining(["gdpr Art. 24", "iso27001 A.5.9"]));
    expect(ownerless.findings).toBeGreaterThan(ownerless.cards);
    expect(await articlesOf("Ledger")).toEqual([
      ...["dora Art. 28(3)", "dora Art. 28(8)", "dora Art. 7", "dora Art. 8"],
      ...["gdpr Art. 24", "gdpr Art. 28", "gdpr Art. 32"],
      ...["iso27001 A.5.12", "iso27001 A.5.19", "iso27001 A.5.9", "iso27001 A.8.8"],
      ...["nis2 Art. 21(2)(d)", "nis2 Art. 21(2)(e)", "nis2 Art. 21(2)(i)"],
      ...["soc2 C1.1", "soc2 CC8.1"],
    ]);
    expect(await articlesOf("Plain")).toEqual(["iso27001 A.5.9"]);
    expect(await articlesOf("Old host")).toEqual(["iso27001 A.5.9", "iso27001 A.8.8"]);
    const { findings, score } = await bundle("gdpr");
    expect(score).toBe(0);
    expect(findings[0]).toMatchObject({
      ...{ regulation_article: "Art. 32", card_id: idOf("Ledger"), category: "security_of_processing" },
      ...{ status: "non_compliant", severity: "critical", decision: "new", engine: "local", scope_type: "card" },
      ...{ evidence: "It applies because the card uses data about people.", ai_detected: false, reviewed_by: null },
      ...{ run_id: run.id, last_seen_run_id: run.id, auto_resolved: false },
    });
    const { body: overview } = await viewer.get("/compliance/overview");
    expect(overview.compliance_run).toMatchObject({ run_id: run.id, progress: null, summary: run.results });
    expect(overview.compliance_by_status["gdpr"]).toEqual({ non_compliant: 3 });
    const events = eventsAfter(before).map(({ event_type }) => event_type);
    expect(events.filter((type) => type !== "analysis.progressed")).toEqual([
      ...["analysis.started", "analysis.completed", "notification.created"],
    ]);
    expect((await admin.get("/notifications")).body.items[0]).toMatchObject({
      ...{ type: "security_scan_complete", title: "Compliance scan finished", link: "/grc?tab=compliance" },
      data: { compliance_count: rows().length, regulations: keys, scan: "compliance" },
    });
  });

  test("finds artificial intelligence by the texts of cards, and asks for their tier where nothing else is found", async () => {
    await scan(admin, ["eu_ai_act"]);
    expect(await articlesOf("Adviser")).toEqual(["eu_ai_act Art. 11", "eu_ai_act Art. 26"]);
    expect(await articlesOf("Labelled")).toEqual(["eu_ai_act Art. 11", "eu_ai_act Art. 26"]);
    for (const name of ["Denied", "Plain", "Ledger"]) expect(await articlesOf(name)).toEqual([]);
    const { body } = await viewer.get(`/cards/${idOf("Clever")}/compliance-findings`);
    expect(body).toMatchObject([
      {
        ...{ regulation_article: null, category: "applicability", status: "review_needed", severity: "medium" },
        ...{ ai_detected: true, card_has_ai_features: true },
        evidence: "The card bears artificial intelligence: its field hasAiFeatures says so.",
      },
    ]);
    expect((await bundle("eu_ai_act")).findings.every((finding: Body) => finding.ai_detected)).toBe(true);
  });

  test("leaves existing findings as they are, doubles none, and shows resolved ones again", async () => {
    const own = await makeFinding(admin, { card_id: idOf("Ledger"), regulation_article: "§ 24", status: "compliant" });
    const odd = await makeFinding(admin, { regulation: "nis2" });
    await scan(admin);
    const tracked = (await bundle("dora")).findings.find((finding: Body) => finding.regulation_article === "Art. 7");
    const reviewed = (await bundle("soc2")).findings[0];
    await admin.post(`/risks/promote/compliance/${tracked.id}`);
    await decide(admin, reviewed.id, "in_review", "mitigated");
    await transactionInTurn(() => {
      statement("UPDATE compliance_findings SET auto_resolved = 1").run();
      statement("UPDATE compliance_findings SET finding_key = 'odd' WHERE id = ?").run(odd.id);
    });
    const before = rows();
    const { id: run_id, results } = await scan(admin);
    const after = rows();
    const found = after.filter((row) => row.last_seen_run_id === run_id);
    expect(found).toHaveLength(results.compliance_findings);
    expect(found.map(({ id }) => id)).toContain(own.id);
    const seen = new Set(found.map(({ id }) => id));
    expect(after).toEqual(
      before.map((row) => ({
        ...row,
        auto_resolved: 0,
        ...(seen.has(row.id) && { run_id, last_seen_run_id: run_id }),
      })),
    );
    expect(seen.has(odd.id)).toBe(false);
  });

  test("leaves the findings of other regulations alone when it is for some", async () => {
    const other = await makeFinding(admin, { regulation: "gdpr" });
    await transactionInTurn(() => statement("UPDATE compliance_findings SET auto_resolved = 1").run());
    const { results } = await scan(admin, ["dora", "unknown"]);
    expect(results).toMatchObject({ regulations: ["dora"], ai_bearing_cards: 0 });
    expect(await findListed(admin, other.id)).toMatchObject({ auto_resolved: true });
    expect(new Set(rows().map(({ regulation }) => regulation))).toEqual(new Set(["gdpr", "dora"]));
  });

  test("ends at once without an enabled regulation, and notifies nobody", async () => {
    const notices = statement("SELECT count(*) AS n FROM notifications").get();
    const { status, results } = await scan(admin, ["unknown"]);
    expect({ status, results }).toEqual({
      status: "completed",
      results: {
        ...{ scan: "compliance", compliance_findings: 0, regulations: [], regulations_requested: ["unknown"] },
        ...{ skipped_reason: "no_matching_enabled_regulations", completed_at: expect.any(String) },
      },
    });
    expect(statement("SELECT count(*) AS n FROM notifications").get()).toEqual(notices);
  });

  test("reports for a regulation without rules that it can't be assessed", async () => {
    const path = "/metamodel/compliance-regulations";
    const { body: own } = await admin.post(path, { key: unique("own"), label: "House rules" });
    await scan(admin, [own.key]);
    expect((await bundle(own.key)).findings).toMatchObject([
      { category: "configuration", status: "review_needed", severity: "info", regulation_article: null, card_id: null },
    ]);
    await admin.delete(`${path}/${own.id}`);
  });

  test("lists the gravest 500 cards of a rule, and the number of further ones", async () => {
    const names = Array.from({ length: 501 }, (_, row_index) => ({
      row_index,
      type: "ITComponent",
      name: `Host ${row_index}`,
    }));
    expect(await admin.post("/cards/bulk-create", { cards: names })).toMatchObject({ status: 200 });
    await scan(admin, ["iso27001"]);
    const { findings } = await bundle("iso27001");
    const unowned = findings.filter((finding: Body) => finding.regulation_article === "A.5.9");
    expect(unowned).toHaveLength(501);
    expect(unowned.filter((finding: Body) => finding.card_id === null)).toMatchObject([
      {
        gap_description: "Nobody is responsible for the card. This holds for more cards than the 500 that are listed.",
      },
    ]);
    expect(unowned.map((finding: Body) => finding.card_id)).toContain(idOf("Ledger"));
  });
});

test("a scan whose request is lost fails with a reason, and the next one finds everything once", async () => {
  await scan(admin, ["gdpr"]);
  const count = rows().length;
  const id = await transactionInTurn(() => createAnalysisRun(program("test"), "compliance"));
  expect((await viewer.get("/compliance/active-runs")).body.compliance).toMatchObject({ id, status: "running" });
  await step({
    ...{ as: admin, method: "POST", path: "/compliance/compliance-scan", status: 409 },
    ...{ equals: { detail: "compliance analysis is already running" }, events: [] },
  });
  await transactionInTurn(() => enqueue(complianceScan, "lost" as never, { userId: admin.userId ?? null }, { id }));
  await runsSettled();
  expect((await viewer.get("/compliance/overview")).body.compliance_run).toMatchObject({
    ...{ run_id: id, status: "failed", error: "It was interrupted by an update of the server; start it again." },
  });
  expect((await viewer.get("/compliance/active-runs")).body).toEqual({ compliance: null });
  expect(await scan(admin, ["gdpr"])).toMatchObject({ status: "completed" });
  expect(rows()).toHaveLength(count);
});

test("a scan needs the right to manage compliance", async () => {
  await step({ as: viewer, method: "POST", path: "/compliance/compliance-scan", body: {}, status: 403, events: [] });
});
