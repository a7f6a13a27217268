/** The list of findings by pages, what it adds up to, and the decisions that may follow. */
import { beforeAll, describe, expect, test } from "bun:test";
import { makeCard } from "../../support/factories";
import { clientAs, testServer } from "../../support/server";
import { type Body, decide, FINDINGS, makeFinding, UNKNOWN } from "./support";

const server = testServer();
const admin = clientAs(server, "admin");
const viewer = clientAs(server, "viewer");

let card: Body;
let gap: Body;
beforeAll(async () => {
  card = await makeCard(admin, { type: "Application", name: "Ledger" });
  const other = await makeCard(admin, { type: "Application", name: "Archive" });
  const cause = { remediation: "Name an owner", status: "non_compliant" };
  gap = await makeFinding(admin, { ...cause, requirement: "gap", severity: "high", card_id: card.id });
  await makeFinding(admin, {
    ...cause,
    requirement: "same",
    severity: "critical",
    card_id: other.id,
    regulation: "nis2",
  });
  await makeFinding(admin, { requirement: "partial", status: "partial", gap_description: "50% are missing" });
  await makeFinding(admin, { requirement: "kept", status: "compliant", severity: "low" });
});

/** Returns the requirements of the findings that a query lists, in order. */
async function listed(query: string): Promise<string[]> {
  const { status, body } = await viewer.get(`${FINDINGS}?${query}`);
  expect(status).toBe(200);
  return body.items.map(({ requirement }: Body) => requirement);
}

describe("the list of findings", () => {
  test("is in the order of the regulations, the gravest first, and has pages", async () => {
    const all = await listed("");
    expect(all.filter((one) => one !== "same")).toEqual(["gap", "partial", "kept"]);
    const { body } = await viewer.get(`${FINDINGS}?page=2&page_size=3`);
    expect({ ...body, items: body.items.length }).toEqual({ items: 1, total: 4, page: 2, page_size: 3 });
  });

  test("is filtered by conditions, by a text, and by the cause of a finding", async () => {
    expect(await listed("where=!status:compliant;regulation:gdpr")).toEqual(["gap", "partial"]);
    expect(await listed("where=card_id:empty")).toEqual(["partial", "kept"]);
    expect(await listed("where=risk_id:set")).toEqual([]);
    expect(await listed("search=ledg")).toEqual(["gap"]);
    expect(await listed("search=50%25")).toEqual(["partial"]);
    expect((await listed(`where=cause_of:${gap.id}`)).toSorted()).toEqual(["gap", "same"]);
    expect((await viewer.get(`${FINDINGS}?where=colour:red`)).status).toBe(422);
  });

  test("is sorted within each regulation, or over all by when they were found", async () => {
    expect(await listed("sort_by=status&where=regulation:gdpr")).toEqual(["gap", "partial", "kept"]);
    expect(await listed("sort_by=found")).toEqual(["kept", "partial", "same", "gap"]);
    expect(await listed("sort_by=severity&sort_dir=desc&where=regulation:gdpr")).toEqual(["kept", "partial", "gap"]);
  });

  test("adds up to counts by regulation and status, to gaps that wait, and to causes", async () => {
    const { body } = await viewer.get(`${FINDINGS}/summary`);
    expect(body).toMatchObject({ total: 4, undecided: 3, gaps_without_risk: 3 });
    expect(body.regulations.find(({ regulation }: Body) => regulation === "gdpr")).toMatchObject({
      ...{ total: 3, score: 50, by_status: { compliant: 1, non_compliant: 1, partial: 1 }, is_enabled: true },
    });
    expect(body.causes[0]).toEqual({
      ...{ cause_of: gap.id, cause: "Name an owner", severity: "critical", findings: 2, cards: 2 },
      regulations: ["gdpr", "nis2"],
    });
    await decide(admin, gap.id, "not_applicable");
    const after = await viewer.get(`${FINDINGS}/summary?where=regulation:gdpr`);
    expect(after.body).toMatchObject({ total: 3, undecided: 1, gaps_without_risk: 1 });
  });

  test("has each finding by itself, and 404 for one that there is not", async () => {
    expect((await viewer.get(`${FINDINGS}/${gap.id}`)).body).toMatchObject({ id: gap.id, card_name: "Ledger" });
    expect((await viewer.get(`${FINDINGS}/${UNKNOWN}`)).status).toBe(404);
  });

  test("names the decisions that may follow each", async () => {
    const { body } = await viewer.get("/compliance/decisions");
    expect(body[0]).toEqual({ decision: "new", next: ["in_review", "accepted", "not_applicable"] });
    expect(body).toHaveLength(7);
  });
});
