/** Changes of findings: decisions, corrections, promotion to risks; and scans. */
import { plural, t } from "@lingui/core/macro";
import { type ShownChange, toast, tryChange } from "../server/changes";
import { answered, api, type Schemas } from "../server/client";
import { cache } from "../server/queries";
import { asRefusal } from "../server/refusal";
import type { Decision, Finding } from "./queries";
import { decisionWords, sentenceOf } from "./words";

type Reply = { response: Response; data?: unknown; error?: unknown };

/** Returns a change of a finding as it is shown in every list and by itself. */
const shownFinding = ({ id }: { id: string }, changes: Partial<Finding>): ShownChange[] => {
  const changed = (finding: Finding) => (finding.id === id ? { ...finding, ...changes } : finding);
  return [
    {
      queryKey: ["compliance", "list"],
      update: (page: Schemas["ComplianceFindingPage"]) => ({ ...page, items: page.items.map(changed) }),
    },
    { queryKey: ["compliance", "one"], update: changed },
  ];
};

/** Sends a change, and reads again what shows findings. @returns true when it is saved */
async function save(sentence: string, send: () => Promise<Reply>, show: ShownChange[] = []): Promise<boolean> {
  const isSaved = await tryChange({ sentence, show, send });
  void cache.invalidateQueries({ queryKey: ["compliance"] });
  return isSaved;
}

/** Decides about a finding. @param note why; accepting needs it */
export const decide = (finding: Finding, decision: Decision, note?: string): Promise<boolean> =>
  save(
    t`${decisionWords()[decision]}: ${sentenceOf(finding)}`,
    () =>
      api.PATCH("/api/v1/compliance/compliance-findings/{finding_id}", {
        params: { path: { finding_id: finding.id } },
        body: { decision, review_note: note ?? null },
      }),
    shownFinding(finding, { decision, review_note: note ?? null }),
  );

/** Decides about many findings; those that can't follow are left as they are. */
export const decideMany = (ids: readonly string[], decision: Decision, note?: string): Promise<boolean> =>
  save(t`${ids.length} findings: ${decisionWords()[decision]}`, () =>
    api.PATCH("/api/v1/compliance/compliance-findings/bulk", {
      body: { ids: [...ids], decision, review_note: note ?? null },
    }),
  );

type Details = Partial<
  Pick<
    Finding,
    "requirement" | "gap_description" | "remediation" | "evidence" | "status" | "severity" | "regulation_article"
  >
>;

/** Corrects what a finding says. */
export const correct = (finding: Finding, details: Details): Promise<boolean> =>
  save(
    t`Corrected: ${sentenceOf(finding)}`,
    () =>
      api.PATCH("/api/v1/compliance/compliance-findings/{finding_id}/details", {
        params: { path: { finding_id: finding.id } },
        body: details as never,
      }),
    shownFinding(finding, details),
  );

/** Says whether the card of a finding bears artificial intelligence. */
export const giveVerdict = (finding: Finding, verdict: "confirmed" | "rejected"): Promise<boolean> =>
  save(
    verdict === "confirmed"
      ? t`${finding.card_name ?? ""} bears artificial intelligence`
      : t`${finding.card_name ?? ""} bears no artificial intelligence`,
    () =>
      api.POST("/api/v1/compliance/compliance-findings/{finding_id}/ai-verdict", {
        params: { path: { finding_id: finding.id } },
        body: { verdict },
      }),
  );

/** Makes a risk of a finding, which then decides about it. */
export async function promote(finding: Finding): Promise<boolean> {
  let reference = "";
  const isSaved = await tryChange({
    send: async () => {
      const reply = await api.POST("/api/v1/risks/promote/compliance/{finding_id}", {
        params: { path: { finding_id: finding.id } },
        body: {} as never,
      });
      reference = reply.data?.reference ?? "";
      return reply;
    },
  });
  if (isSaved) toast("done", t`${reference} is in the register`);
  void cache.invalidateQueries({ queryKey: ["compliance"] });
  void cache.invalidateQueries({ queryKey: ["risks"] });
  return isSaved;
}

export type NewFinding = Pick<Finding, "regulation" | "requirement" | "status" | "severity" | "gap_description"> & {
  card_id: string | null;
};

/** Enters a finding. @returns its id; undefined when it is refused */
export async function createFinding(finding: NewFinding): Promise<string | undefined> {
  let id: string | undefined;
  await save(t`Entered: ${sentenceOf(finding)}`, async () => {
    const reply = await api.POST("/api/v1/compliance/compliance-findings", { body: finding as never });
    id = reply.data?.id;
    return reply;
  });
  return id;
}

/** Deletes a finding; the risk that tracks it stays. */
export const deleteFinding = (finding: Finding): Promise<boolean> =>
  save(t`Deleted: ${sentenceOf(finding)}`, () =>
    api.DELETE("/api/v1/compliance/compliance-findings/{finding_id}", {
      params: { path: { finding_id: finding.id } },
    }),
  );

/** Deletes many findings; the risks that track them stay. */
export const deleteFindings = (ids: readonly string[]): Promise<boolean> =>
  save(plural(ids.length, { one: "# finding deleted", other: "# findings deleted" }), () =>
    api.DELETE("/api/v1/compliance/compliance-findings/bulk", { body: { ids: [...ids] } }),
  );

/** Begins a scan of the landscape. @param regulations keys; all that are enabled without any */
export async function startScan(regulations?: readonly string[]): Promise<void> {
  try {
    await answered(
      api.POST("/api/v1/compliance/compliance-scan", {
        body: { regulations: regulations ? [...regulations] : null } as never,
      }),
    );
  } catch (error) {
    toast("failed", asRefusal(error).message);
  }
  await cache.invalidateQueries({ queryKey: ["compliance"] });
}

/** Cancels a scan; earlier findings stay. */
export async function cancelScan(run_id: string): Promise<void> {
  await tryChange({
    send: () => api.POST("/api/v1/turbolens/analysis-runs/{run_id}/cancel", { params: { path: { run_id } } }),
  });
  await cache.invalidateQueries({ queryKey: ["compliance"] });
}
