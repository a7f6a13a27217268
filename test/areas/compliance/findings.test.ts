/** Tests of manual findings: their creation, refusals, decisions about them, and their lists. */
import { afterEach, beforeAll, describe, expect, test } from "bun:test";
import { statement, transactionInTurn } from "../../../db";
import { findingKey } from "../../../src/areas/compliance/findings/key";
import { makeCard, unique } from "../../support/factories";
import { scenario, step } from "../../support/scenario";
import { clientAs, testServer } from "../../support/server";
import { type Body, clearFindings, decide, FINDINGS, findListed, makeFinding, UNKNOWN } from "./support";

const server = testServer();
const admin = clientAs(server, "admin");
const viewer = clientAs(server, "viewer");

let card: Body;
beforeAll(async () => {
  card = await makeCard(admin, { type: "Application", name: "Ledger", attributes: { hasAiFeatures: "Yes" } });
});
afterEach(() => transactionInTurn(clearFindings));

describe("a manual finding", () => {
  test("is about a card, and has a run that doesn't count as a scan", async () => {
    const input = {
      ...{ regulation: " gdpr ", requirement: " Keep records ", status: "non_compliant", severity: "high" },
      ...{ regulation_article: "Art. 30", card_id: card.id, remediation: "Write them" },
    };
    const { body } = await step({
      ...{ as: admin, method: "POST", path: FINDINGS, body: input, status: 200 },
      events: (finding) => [
        { event_type: "analysis.completed", card_id: null, data: { analysis_type: "compliance" } },
        {
          event_type: "compliance_finding.created",
          card_id: null,
          payload: {
            ...{ id: finding.id, regulation: "gdpr", regulation_article: "Art. 30", card_id: card.id },
            ...{ requirement: " Keep records ", status: "non_compliant", severity: "high", decision: "new" },
            risk_id: null,
          },
        },
      ],
    });
    expect(body).toEqual({
      ...{ id: expect.any(String), run_id: expect.any(String), last_seen_run_id: body.run_id },
      ...{ regulation: "gdpr", regulation_article: "Art. 30", requirement: " Keep records ", category: "" },
      ...{ card_id: card.id, card_name: "Ledger", card_type: "Application", card_has_ai_features: true },
      ...{ scope_type: "card", status: "non_compliant", severity: "high", gap_description: "", evidence: null },
      ...{ remediation: "Write them", ai_detected: false, engine: null, risk_id: null, risk_reference: null },
      ...{ decision: "new", reviewed_by: admin.userId, reviewer_name: expect.any(String) },
      ...{ reviewed_at: expect.any(String), review_note: "Entered manually.", auto_resolved: false },
      ...{ created_at: expect.any(String), updated_at: expect.any(String) },
    });
    const { body: run } = await admin.get(`/turbolens/analysis-runs/${body.run_id}`);
    expect(run).toMatchObject({ analysis_type: "compliance", status: "completed", results: { manual: true } });
    const { body: overview } = await viewer.get("/compliance/overview");
    expect(overview).toEqual({
      compliance_run: {
        ...{ run_id: null, status: null, error: null, started_at: null, completed_at: null },
        ...{ progress: null, summary: null },
      },
      compliance_scores: { gdpr: 0 },
      compliance_by_status: { gdpr: { non_compliant: 1 } },
    });
    const twice = await makeFinding(admin, input);
    expect(twice.id).not.toBe(body.id);
  });

  test.each([
    [{ regulation: "  " }, 400, "regulation must not be empty"],
    [{ regulation: "none" }, 400, "regulation must be the key of a regulation, and there is none called none"],
    [{ status: "open" }, 400, "status must be one of compliant, non_compliant, not_applicable, partial, review_needed"],
    [{ severity: "grave" }, 400, "severity must be one of critical, high, info, low, medium"],
    [{ requirement: " " }, 400, "requirement must not be empty"],
    [{ card_id: "nothing" }, 400, "Invalid card_id"],
    [{ card_id: UNKNOWN }, 404, "Card not found"],
  ])("is refused with %j", async (fields, status, detail) => {
    const body = { regulation: "gdpr", requirement: "r", status: "partial", severity: "low", ...fields };
    await step({ as: admin, method: "POST", path: FINDINGS, body, status, equals: { detail }, events: [] });
  });

  test("can be corrected in any state of its decision", async () => {
    const { id } = await makeFinding(admin, { card_id: card.id });
    await decide(admin, id, "accepted");
    const details = {
      card_id: "",
      regulation: " nis2 ",
      category: null,
      status: "compliant",
      regulation_article: "§ 4",
    };
    await step({
      ...{ as: admin, method: "PATCH", path: `${FINDINGS}/${id}/details`, body: details, status: 200 },
      expects: {
        ...{ card_id: null, card_name: null, scope_type: "landscape", regulation: "nis2", category: "" },
        ...{ status: "compliant", regulation_article: "§ 4", decision: "accepted", review_note: "So it is" },
      },
      events: [
        {
          event_type: "compliance_finding.updated",
          data: { fields: ["card_id", "regulation", "regulation_article", "status"] },
        },
      ],
    });
    const key = findingKey({ card_id: null, regulation: "nis2", regulation_article: "4" });
    expect(statement("SELECT finding_key FROM compliance_findings WHERE id = ?").get(id)).toEqual({ finding_key: key });
    for (const [fields, status, detail] of [
      [{ status: null }, 400, /^status must be one of/],
      [{ severity: "x" }, 400, /^severity must be one of/],
      [{ requirement: null }, 400, /^requirement/],
      [{ card_id: "x" }, 400, /^Invalid card_id$/],
      [{ card_id: UNKNOWN }, 404, /^Card not found$/],
      [{ regulation: "x" }, 400, /^regulation/],
    ] as const) {
      const path = `${FINDINGS}/${id}/details`;
      const { body } = await step({ as: admin, method: "PATCH", path, body: fields, status, events: [] });
      expect(body.detail).toMatch(detail);
    }
    await step({ as: admin, method: "PATCH", path: `${FINDINGS}/${id}/details`, body: {}, status: 200, events: [] });
  });
});

describe("a decision about a finding", () => {
  const legal: Record<string, string[]> = {
    new: ["new", "in_review", "accepted", "not_applicable"],
    in_review: ["in_review", "mitigated", "accepted", "not_applicable", "new"],
    mitigated: ["mitigated", "verified", "in_review"],
    verified: ["verified", "in_review"],
    accepted: ["accepted", "in_review"],
    not_applicable: ["not_applicable", "in_review"],
    risk_tracked: [],
  };
  const all = Object.keys(legal).filter((decision) => decision !== "risk_tracked");

  test.each(Object.keys(legal))("follows %s only by the table", async (from) => {
    const { id } = await makeFinding(admin);
    const set = (decision: string) =>
      transactionInTurn(() => statement("UPDATE compliance_findings SET decision = ? WHERE id = ?").run(decision, id));
    for (const to of all) {
      await set(from);
      const { status, body } = await admin.patch(`${FINDINGS}/${id}`, { decision: to, review_note: " n " });
      if (legal[from]?.includes(to)) expect(body).toMatchObject({ decision: to, review_note: "n" });
      else {
        expect({ status, body }).toEqual({
          status: 409,
          body: { detail: `decision can't change from ${from} to ${to}` },
        });
        expect(await findListed(admin, id)).toMatchObject({ decision: from });
      }
    }
  });

  test.each([
    [{ decision: "risk_tracked" }, 400],
    [{ decision: "done" }, 400],
    [{ decision: "accepted" }, 400],
    [{ decision: "accepted", review_note: "  " }, 400],
  ])("is refused with %j", async (body, status) => {
    const { id } = await makeFinding(admin);
    await step({ as: admin, method: "PATCH", path: `${FINDINGS}/${id}`, body, status, events: [] });
    await step({
      as: admin,
      method: "PATCH",
      path: `${FINDINGS}/bulk`,
      body: { ids: [id], ...body },
      status,
      events: [],
    });
  });

  test("clears the former note when it has none", async () => {
    const { id } = await makeFinding(admin);
    await decide(admin, id, "accepted");
    const { body } = await step({
      ...{ as: admin, method: "PATCH", path: `${FINDINGS}/${id}`, body: { decision: " in_review " }, status: 200 },
      events: [
        { event_type: "compliance_finding.updated", user_id: admin.userId ?? null, data: { decision: "in_review" } },
      ],
    });
    expect(body).toMatchObject({ decision: "in_review", review_note: null, reviewed_by: admin.userId });
  });

  test("about many findings skips those for which it isn't allowed", async () => {
    const [one, other, done] = [await makeFinding(admin), await makeFinding(admin), await makeFinding(admin)];
    await decide(admin, done.id, "not_applicable");
    const ids = [UNKNOWN, one.id, done.id, other.id, one.id, UNKNOWN];
    await step({
      ...{ as: admin, method: "PATCH", path: `${FINDINGS}/bulk`, status: 200 },
      body: { ids, decision: "accepted", review_note: "Known" },
      equals: {
        updated: 2,
        skipped: [
          { id: UNKNOWN, reason: "not_found" },
          { id: UNKNOWN, reason: "not_found" },
          { id: done.id, reason: "illegal_transition" },
        ],
      },
      events: [one, other].map(({ id }) => ({ event_type: "compliance_finding.updated", data: { id } })),
    });
    for (const { id } of [one, other])
      expect(await findListed(admin, id)).toMatchObject({ decision: "accepted", review_note: "Known" });
    await step({
      ...{ as: admin, method: "PATCH", path: `${FINDINGS}/bulk`, body: { ids: [], decision: "new" }, status: 200 },
      ...{ equals: { updated: 0, skipped: [] }, events: [] },
    });
    await step({
      ...{ as: admin, method: "PATCH", path: `${FINDINGS}/bulk`, body: { ids: ["x"], decision: "new" }, status: 400 },
      ...{ equals: { detail: "ids must hold ids of findings, and x is none" }, events: [] },
    });
  });
});

describe("the deletion of findings", () => {
  test("deletes one finding", async () => {
    const { id } = await makeFinding(admin);
    await step({
      ...{ as: admin, method: "DELETE", path: `${FINDINGS}/${id}`, status: 204 },
      events: [{ event_type: "compliance_finding.deleted", data: { id } }],
    });
    for (const path of [id, "nothing"])
      await step({
        ...{ as: admin, method: "DELETE", path: `${FINDINGS}/${path}`, status: 404 },
        ...{ equals: { detail: "Finding not found" }, events: [] },
      });
  });

  test("deletes many findings", async () => {
    const { id } = await makeFinding(admin);
    await step({
      ...{ as: admin, method: "DELETE", path: `${FINDINGS}/bulk`, body: { ids: [id, UNKNOWN] }, status: 200 },
      equals: { updated: 1, skipped: [{ id: UNKNOWN, reason: "not_found" }] },
      events: [{ event_type: "compliance_finding.deleted", data: { id } }],
    });
    expect(await admin.delete(`${FINDINGS}/bulk`, { ids: [] })).toMatchObject({ body: { updated: 0, skipped: [] } });
    expect(await admin.delete(`${FINDINGS}/bulk`, { ids: ["x"] })).toMatchObject({ status: 400 });
  });
});

describe("the lists of findings", () => {
  test("show enabled regulations always, others while they have findings, and unknown ones last", async () => {
    const regulations: Body[] = (await admin.get("/metamodel/compliance-regulations")).body;
    const path = "/metamodel/compliance-regulations";
    const dora = regulations.find(({ key }) => key === "dora");
    await admin.patch(`${path}/${dora.id}`, { is_enabled: false });
    const { body: own } = await admin.post(path, { key: unique("own"), label: "Own rules", sort_order: 5 });
    const keysOf = async (query = "") => {
      const { body } = await viewer.get(`/compliance/compliance${query}`);
      return body.map(({ regulation }: Body) => regulation);
    };
    expect(await keysOf()).toEqual([own.key, "eu_ai_act", "gdpr", "nis2", "soc2", "iso27001"]);
    await makeFinding(admin, { regulation: "dora" });
    await makeFinding(admin, { regulation: own.key });
    await admin.delete(`${path}/${own.id}`);
    expect(await keysOf()).toEqual(["eu_ai_act", "gdpr", "nis2", "dora", "soc2", "iso27001", own.key]);
    expect(await keysOf("?status=compliant")).toEqual(["eu_ai_act", "gdpr", "nis2", "soc2", "iso27001"]);
    const { body } = await viewer.get(`/compliance/compliance?regulation=${own.key}`);
    expect(body).toMatchObject([
      { regulation: own.key, label: own.key, is_enabled: false, is_known: false, score: 50, findings: [{}] },
    ]);
    expect((await viewer.get("/compliance/compliance?regulation=nobody")).body).toEqual([
      { regulation: "nobody", label: "nobody", is_enabled: false, is_known: false, score: 100, findings: [] },
    ]);
    await admin.patch(`${path}/${dora.id}`, { is_enabled: true });
  });

  test("show the gravest first, score what is listed, and omit resolved findings", async () => {
    const make = (severity: string, regulation_article: string, status = "partial") =>
      makeFinding(admin, { severity, regulation_article, status, card_id: card.id });
    const info = await make("info", "Art. 1", "compliant");
    const late = await make("high", "Art. 5");
    const early = await make("high", "Art. 10");
    const gone = await make("critical", "Art. 9", "non_compliant");
    const other = await makeFinding(admin, { severity: "high", regulation: "dora", card_id: card.id });
    await transactionInTurn(() =>
      statement("UPDATE compliance_findings SET auto_resolved = 1 WHERE id = ?").run(gone.id),
    );
    const idsOf = (findings: Body[]) => findings.map(({ id }) => id);
    const gdpr = async (query = "") =>
      (await viewer.get(`/compliance/compliance?regulation=gdpr${query}`)).body[0] as Body;
    expect(await gdpr()).toMatchObject({ score: 67, label: "GDPR (Regulation (EU) 2016/679)", is_known: true });
    expect(idsOf((await gdpr()).findings)).toEqual(idsOf([early, late, info]));
    expect(await gdpr("&status=compliant")).toMatchObject({ score: 100, findings: [{ id: info.id }] });
    expect(idsOf((await gdpr("&include_auto_resolved=true")).findings)).toEqual(idsOf([gone, early, late, info]));
    const onCard = await viewer.get(`/cards/${card.id}/compliance-findings`);
    expect(idsOf(onCard.body)).toEqual(idsOf([other, early, late, info]));
    const all = await viewer.get(`/cards/${card.id}/compliance-findings?include_auto_resolved=1`);
    expect(idsOf(all.body)).toEqual(idsOf([gone, other, early, late, info]));
    expect((await viewer.get(`/cards/${UNKNOWN}/compliance-findings`)).body).toEqual([]);
    expect((await viewer.get("/compliance/overview")).body).toMatchObject({
      compliance_scores: { gdpr: 50, dora: 50 },
    });
  });

  scenario("are refused for an id that is no card's", () => ({
    ...{ as: viewer, path: "/cards/nothing/compliance-findings", status: 400 },
    ...{ equals: { detail: "Invalid card id" }, events: [] },
  }));
});

test.each([
  [true, true],
  [false, false],
  ["TRUE", true],
  ["no", false],
  ["maybe", null],
  [3, null],
])("a card with hasAiFeatures %p is shown with %p", async (hasAiFeatures, shown) => {
  const { id } = await makeCard(admin, { type: "Organization", name: unique("Card "), attributes: { hasAiFeatures } });
  expect(await makeFinding(admin, { card_id: id })).toMatchObject({ card_has_ai_features: shown });
});

test("the deletion of a card deletes its findings", async () => {
  const { id } = await makeCard(admin, { type: "Application", name: unique("Card ") });
  const finding = await makeFinding(admin, { card_id: id });
  await admin.post(`/cards/${id}/archive`, {});
  expect(await findListed(admin, finding.id)).toBeDefined();
  await admin.delete(`/cards/${id}`);
  expect(await findListed(admin, finding.id)).toBeUndefined();
});
