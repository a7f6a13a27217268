/** Promotion of findings to risks, what the status of risks decides, verdicts about artificial intelligence, and undoing it all. */
import { afterEach, beforeAll, describe, expect, test } from "bun:test";
import { statement, transactionInTurn } from "../../../db";
import { batchAbout } from "../../support/batches";
import { makeCard, unique } from "../../support/factories";
import { step } from "../../support/scenario";
import { clientAs, testServer } from "../../support/server";
import { moveTo, patchRisk, todosOf } from "../risks/register";
import { type Body, clearFindings, decide, FINDINGS, findListed, makeFinding, UNKNOWN } from "./support";

const server = testServer();
const admin = clientAs(server, "admin");
const member = clientAs(server, "member");
const viewer = clientAs(server, "viewer");

let card: Body;
beforeAll(async () => {
  card = await makeCard(admin, { type: "Application", name: "Ledger" });
});
afterEach(() => transactionInTurn(clearFindings));

const promote = (id: string) => `/risks/promote/compliance/${id}`;
const countOf = (table: string) => statement<{ n: number }, []>(`SELECT count(*) AS n FROM ${table}`).get()?.n;

/** Rolls back the batch of the latest event about something. */
async function rollBack(id: string): Promise<void> {
  const batch = batchAbout(id);
  const plan = await admin.post(`/mutation-batches/${batch}/rollback`, { dry_run: true });
  expect(plan).toMatchObject({ status: 200, body: { obstacles: [], conflicting_batches: [], complete: true } });
  expect(await admin.post(`/mutation-batches/${batch}/rollback`, { dry_run: false })).toMatchObject({ status: 200 });
}

describe("the promotion of a finding", () => {
  test("creates a risk from the finding, with a task for its remediation", async () => {
    const finding = await makeFinding(admin, {
      ...{ card_id: card.id, regulation_article: "Art. 30", status: "non_compliant", severity: "critical" },
      ...{ requirement: "Keep records", gap_description: "There are none", remediation: "Write them" },
    });
    const body = { owner_id: viewer.userId, target_resolution_date: "2030-01-31", title: "", category: null };
    const { body: risk } = await step({
      ...{ as: member, method: "POST", path: promote(finding.id), body, status: 200 },
      expects: {
        ...{ title: "Art. 30: Ledger", description: "Keep records\n\nThere are none", category: "compliance" },
        ...{ source_type: "compliance", source_ref: "gdpr", status: "identified", created_by: member.userId },
        ...{ initial_probability: "high", initial_impact: "critical", initial_level: "critical" },
        ...{ owner_id: viewer.userId, target_resolution_date: "2030-01-31" },
        cards: [{ card_id: card.id, role: "affected" }],
      },
      events: (risk) => [
        { event_type: "risk.added", card_id: card.id, data: { risk_id: risk.id, promoted_from: "compliance" } },
        { event_type: "todo.created" },
        { event_type: "notification.created" },
        { event_type: "risk_mitigation_task.created", card_id: card.id },
        { event_type: "todo.created" },
        { event_type: "notification.created" },
        {
          event_type: "compliance_finding.updated",
          data: {
            id: finding.id,
            decision: "risk_tracked",
            fields: ["decision", "reviewed_at", "reviewed_by", "risk_id"],
          },
        },
      ],
    });
    expect(await findListed(viewer, finding.id)).toMatchObject({
      ...{ decision: "risk_tracked", risk_id: risk.id, risk_reference: risk.reference },
      ...{ reviewed_by: member.userId, review_note: "Entered manually." },
    });
    const { body: tasks } = await admin.get(`/risks/${risk.id}/mitigation-tasks`);
    expect(tasks).toMatchObject([
      {
        ...{ title: "Remediate: Art. 30", description: "Write them", recurrence_unit: "none", owner_id: viewer.userId },
        occurrences: [{ due_date: "2030-01-31" }],
      },
    ]);
    expect(todosOf(risk.id)).toHaveLength(2);
    const again = { as: member, method: "POST", path: promote(finding.id), status: 200 } as const;
    await step({ ...again, body: { title: "Another" }, equals: risk, events: [] });
    await step({
      ...{ as: admin, method: "PATCH", path: `${FINDINGS}/${finding.id}`, body: { decision: "in_review" } },
      ...{ status: 409, events: [] },
    });
    const bulk = { ids: [finding.id], decision: "in_review" };
    expect((await admin.patch(`${FINDINGS}/bulk`, bulk)).body).toEqual({
      updated: 0,
      skipped: [{ id: finding.id, reason: "risk_tracked" }],
    });
  });

  test("uses default values for a finding of the landscape, which the request overrides", async () => {
    const bare = await makeFinding(admin, { severity: "info" });
    const { body: risk } = await member.post(promote(bare.id));
    expect(risk).toMatchObject({
      ...{ title: "GDPR: landscape", description: "Record it", initial_probability: "medium", initial_impact: "low" },
      ...{ owner_id: null, cards: [] },
    });
    expect((await admin.get(`/risks/${risk.id}/mitigation-tasks`)).body).toEqual([]);
    const other = await makeFinding(admin, { remediation: "Do it" });
    const given = { title: "Own", description: "Own text", category: "security", initial_probability: "low" };
    const { body: own } = await member.post(promote(other.id), given);
    expect(own).toMatchObject(given);
    expect((await admin.get(`/risks/${own.id}/mitigation-tasks`)).body).toMatchObject([{ title: "Remediate GDPR" }]);
  });

  test("creates one risk for concurrent requests", async () => {
    const { id } = await makeFinding(admin);
    const before = countOf("risks") as number;
    const answers = await Promise.all([1, 2, 3].map(() => member.post(promote(id))));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(countOf("risks")).toBe(before + 1);
  });

  test.each([
    ["nothing", {}, 400, "Invalid finding id"],
    [UNKNOWN, {}, 404, "Finding not found"],
    [UNKNOWN, { owner_id: "nobody" }, 400, "Invalid owner_id"],
    [UNKNOWN, { owner_id: UNKNOWN }, 400, "Invalid owner_id"],
  ])("is refused for the finding %s with %j", async (id, body, status, detail) => {
    await step({ as: member, method: "POST", path: promote(id), body, status, equals: { detail }, events: [] });
  });

  test("is refused to a viewer, or with a wrong category", async () => {
    const { id } = await makeFinding(admin);
    await step({ as: viewer, method: "POST", path: promote(id), body: {}, status: 403, events: [] });
    await step({ as: member, method: "POST", path: promote(id), body: { category: "x" }, status: 422, events: [] });
  });
});

describe("a promoted finding", () => {
  /** Returns a promoted finding and its risk. */
  async function promoted() {
    const finding = await makeFinding(admin);
    const { body: risk } = await member.post(promote(finding.id));
    return { id: finding.id as string, risk };
  }
  const listed = (id: string) => findListed(viewer, id);

  test("follows the states of its risk", async () => {
    const { id, risk } = await promoted();
    await moveTo(member, risk.id, "analysed", "mitigation_planned", "in_progress");
    expect(await listed(id)).toMatchObject({ decision: "risk_tracked" });
    await step({
      ...{ as: member, method: "PATCH", path: `/risks/${risk.id}`, body: { status: "mitigated" }, status: 200 },
      events: [
        { event_type: "compliance_finding.updated", data: { id, decision: "mitigated" } },
        { event_type: "risk.updated" },
      ],
    });
    expect(await listed(id)).toMatchObject({
      ...{ decision: "mitigated", reviewed_by: member.userId, risk_id: risk.id },
      review_note: `The risk ${risk.reference} is mitigated.`,
    });
    const same = { as: member, method: "PATCH", path: `/risks/${risk.id}`, status: 200 } as const;
    await step({ ...same, body: { status: "monitoring" }, events: [{ event_type: "risk.updated" }] });
    await decide(admin, id, "in_review");
    await step({ ...same, body: { status: "monitoring" }, events: [{ event_type: "risk.updated" }] });
    expect(await listed(id)).toMatchObject({ decision: "in_review" });
    await moveTo(member, risk.id, "closed");
    expect(await listed(id)).toMatchObject({
      decision: "verified",
      review_note: expect.stringMatching(
        new RegExp(`^The risk ${risk.reference} was closed on \\d{4}-\\d\\d-\\d\\d\\.$`),
      ),
    });
    await moveTo(member, risk.id, "in_progress");
    expect(await listed(id)).toMatchObject({ decision: "verified" });
  });

  test("is accepted with its risk, with the rationale", async () => {
    const { id, risk } = await promoted();
    await patchRisk(member, risk.id, { status: "accepted", acceptance_rationale: " Cheap " });
    expect(await listed(id)).toMatchObject({ decision: "accepted", review_note: "Cheap" });
  });

  test("is open again when its risk is deleted, and can be promoted again", async () => {
    const { id, risk } = await promoted();
    await step({
      ...{ as: member, method: "DELETE", path: `/risks/${risk.id}`, status: 200 },
      events: [
        { event_type: "compliance_finding.updated", data: { id, decision: "in_review", risk_id: null } },
        { event_type: "risk.removed" },
      ],
    });
    expect(await listed(id)).toMatchObject({
      ...{ decision: "in_review", risk_id: null, review_note: `The risk ${risk.reference} was deleted.` },
    });
    expect((await member.post(promote(id))).body.id).not.toBe(risk.id);
  });

  test("can be deleted without its risk", async () => {
    const { id, risk } = await promoted();
    await admin.delete(`${FINDINGS}/${id}`);
    expect(await member.get(`/risks/${risk.id}`)).toMatchObject({ status: 200 });
    await moveTo(member, risk.id, "analysed");
  });
});

describe("the verdict on a card", () => {
  const verdict = (id: string) => `${FINDINGS}/${id}/ai-verdict`;
  const change = (old: unknown, value: boolean) => ({
    attributes: { old: { hasAiFeatures: old }, new: { hasAiFeatures: value } },
  });

  test("is stored on the card, breaks its approval, and returns the finding to review", async () => {
    const own = await makeCard(admin, { type: "Application", name: unique("Bot "), attributes: { numberOfUsers: 3 } });
    await transactionInTurn(() => statement("UPDATE cards SET approval_status = 'APPROVED' WHERE id = ?").run(own.id));
    const { id } = await makeFinding(admin, { card_id: own.id, regulation: "eu_ai_act" });
    await decide(admin, id, "not_applicable");
    const give = (verdict_: string) =>
      ({ as: admin, method: "POST", path: verdict(id), body: { verdict: verdict_ }, status: 200 }) as const;
    await step({
      ...give(" confirmed "),
      expects: { decision: "in_review", review_note: "AI verdict: confirmed", card_has_ai_features: true },
      events: [
        {
          event_type: "card.updated",
          card_id: own.id,
          payload: { id: own.id, changes: change(null, true) },
        },
        { event_type: "compliance_finding.updated" },
      ],
    });
    expect((await admin.get(`/cards/${own.id}`)).body).toMatchObject({
      ...{ attributes: { numberOfUsers: 3, hasAiFeatures: true }, approval_status: "BROKEN" },
    });
    await step({ ...give("confirmed"), events: [{ event_type: "compliance_finding.updated" }] });
    await decide(admin, id, "accepted");
    await step({
      ...give("rejected"),
      expects: { decision: "accepted", review_note: "AI verdict: rejected", card_has_ai_features: false },
      events: [
        { event_type: "card.updated", data: { changes: change(true, false) } },
        { event_type: "compliance_finding.updated" },
      ],
    });
  });

  test("is refused with an unknown value, and for a finding without a card", async () => {
    const { id } = await makeFinding(admin);
    for (const [path, text, status, detail] of [
      [id, "yes", 400, "verdict must be confirmed or rejected"],
      [UNKNOWN, "confirmed", 404, "Finding not found"],
      [id, "confirmed", 400, "The finding is about no card"],
    ] as const)
      await step({
        ...{ as: admin, method: "POST", path: verdict(path), body: { verdict: text }, status },
        ...{ equals: { detail }, events: [] },
      });
  });
});

describe("a rollback in compliance", () => {
  const now = async (id: string) => {
    const { updated_at: _, ...finding } = (await findListed(admin, id)) ?? {};
    return finding;
  };

  test("deletes a created finding", async () => {
    const { id } = await makeFinding(admin);
    await rollBack(id);
    expect(await findListed(admin, id)).toBeUndefined();
  });

  test("restores a corrected or decided finding", async () => {
    const { id } = await makeFinding(admin, { card_id: card.id });
    const before = await now(id);
    await admin.patch(`${FINDINGS}/${id}/details`, { requirement: "Other", card_id: null });
    await rollBack(id);
    expect(await now(id)).toEqual(before);
    await decide(admin, id, "accepted");
    await rollBack(id);
    expect(await now(id)).toEqual(before);
  });

  test("restores a deleted finding", async () => {
    const { id } = await makeFinding(admin, { card_id: card.id });
    const before = await now(id);
    await admin.delete(`${FINDINGS}/${id}`);
    await rollBack(id);
    expect(await now(id)).toEqual(before);
  });

  test("reverts a promotion, with its risk", async () => {
    const { id } = await makeFinding(admin, { card_id: card.id, remediation: "Do it" });
    const [before, risks] = [await now(id), countOf("risks")];
    await member.post(promote(id));
    await rollBack(id);
    expect(countOf("risks")).toBe(risks);
    expect(await now(id)).toEqual(before);
  });

  test("reverts the state of a finding with that of its risk", async () => {
    const { id } = await makeFinding(admin);
    const { body: risk } = await member.post(promote(id));
    const before = await now(id);
    await patchRisk(member, risk.id, { status: "accepted", acceptance_rationale: "Cheap" });
    await rollBack(id);
    expect(await now(id)).toEqual(before);
    await member.delete(`/risks/${risk.id}`);
    await rollBack(id);
    expect(await now(id)).toEqual(before);
  });
});
