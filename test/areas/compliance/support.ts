/** Helpers of the tests of compliance. */
import { expect } from "bun:test";
import { statement } from "../../../db";
import type { Client } from "../../support/client";
import { type Run, runEnd } from "../turbolens/support";

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects to be there
export type Body = any;

export const UNKNOWN = "01900000-0000-7000-8000-00000000dead";
export const FINDINGS = "/compliance/compliance-findings";

/** Enters a manual finding. */
export async function makeFinding(client: Client, fields: Record<string, unknown> = {}): Promise<Body> {
  const finding = { regulation: "gdpr", requirement: "Record it", status: "partial", severity: "medium", ...fields };
  const { status, body } = await client.post(FINDINGS, finding);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
}

/** Leads a finding through these decisions. */
export async function decide(client: Client, id: string, ...decisions: string[]): Promise<Body> {
  let body: Body;
  for (const decision of decisions) {
    const answer = await client.patch(`${FINDINGS}/${id}`, { decision, review_note: "So it is" });
    expect(answer).toMatchObject({ status: 200 });
    body = answer.body;
  }
  return body;
}

/** Finds a finding as its regulation's bundle lists it; undefined when it doesn't. */
export async function findListed(client: Client, id: string): Promise<Body> {
  const { body } = await client.get("/compliance/compliance?include_auto_resolved=true");
  return body.flatMap(({ findings }: Body) => findings).find((finding: Body) => finding.id === id);
}

/** Scans and waits for the end of it. */
export async function scan(client: Client, regulations?: string[]): Promise<Run> {
  const started = await client.post("/compliance/compliance-scan", { regulations });
  expect(started).toMatchObject({ status: 200, body: { status: "running" } });
  return runEnd(client, started.body.run_id);
}

/** Deletes all findings, so that a test sees only its own. */
export const clearFindings = (): void => void statement("DELETE FROM compliance_findings").run();
