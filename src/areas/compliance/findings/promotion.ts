/** Promotion of findings to risks, whose status then decides about them. */
import { transaction } from "../../../../db";
import type { Actor } from "../../../core/access/actor";
import type { Author } from "../../../core/journal/journal";
import { refused } from "../../../http/errors";
import { LINE } from "../../../http/schemas";
import { now, today } from "../../../platform/clock";
import { parseUuid } from "../../../platform/ids";
import { findCard } from "../../cards";
import {
  createTask,
  type Impact,
  type RiskRow,
  registerRisk,
  requireOwner,
  requireSteps,
  riskChanging,
} from "../../risks";
import type { Decision, Promotion, Severity } from "../model";
import {
  type FindingColumns,
  type FindingRow,
  findingsOfRisk,
  publishChanges,
  requireFindingRow,
  updateFinding,
} from "./rows";

/** Severity of a finding → impact of its risk. */
const impacts: Readonly<Record<Severity, Impact>> = {
  critical: "critical",
  high: "high",
  medium: "medium",
  low: "low",
  info: "low",
};

const titleOf = ({ regulation, regulation_article, card_id }: FindingRow): string => {
  const where = (card_id && findCard(card_id)?.name) || "landscape";
  return `${regulation_article || regulation.toUpperCase()}: ${where}`.slice(0, LINE).toWellFormed();
};

const descriptionOf = ({ requirement, gap_description }: FindingRow): string =>
  [requirement, gap_description].filter((text) => text.trim() !== "").join("\n\n");

/** Returns the content of a finding's risk, unless the promotion changes it. */
function contentOf(finding: FindingRow, asked: Promotion, owner_id: string | null) {
  const content = {
    title: asked.title || titleOf(finding),
    description: asked.description || descriptionOf(finding),
    category: asked.category ?? ("compliance" as const),
    initial_probability: asked.initial_probability ?? (finding.status === "non_compliant" ? "high" : "medium"),
    initial_impact: asked.initial_impact ?? impacts[finding.severity],
  } as const;
  requireSteps(content);
  return {
    ...content,
    residual_probability: null,
    residual_impact: null,
    owner_id,
    target_resolution_date: asked.target_resolution_date ?? null,
    source_type: "compliance" as const,
    source_ref: finding.regulation,
  };
}

/** Creates the mitigation task for what a finding asks to be done; none when it asks for nothing. */
function createRemediation(actor: Actor, risk: RiskRow, { remediation, regulation, regulation_article }: FindingRow) {
  if (!remediation?.trim()) return;
  createTask(actor, risk.id, {
    title: regulation_article ? `Remediate: ${regulation_article}` : `Remediate ${regulation.toUpperCase()}`,
    description: remediation,
    owner_id: risk.owner_id,
    due_date: risk.target_resolution_date,
    recurrence_unit: "none",
    recurrence_interval: 1,
  });
}

/** Creates the risk of a finding and links them. */
function createRiskOf(actor: Actor, finding: FindingRow, asked: Promotion, owner: string | null): string {
  const cards = finding.card_id === null ? [] : [finding.card_id];
  const risk = registerRisk(actor, contentOf(finding, asked, owner), cards, "compliance");
  createRemediation(actor, risk, finding);
  const review = { decision: "risk_tracked", reviewed_by: actor.userId, reviewed_at: now() } as const;
  publishChanges(actor, [{ before: finding, after: updateFinding(finding, { ...review, risk_id: risk.id }) }]);
  return risk.id;
}

/**
 * Promotes a finding to a risk, once; what it asks to be done becomes a mitigation task. Publishes `risk.added`,
 * `risk_mitigation_task.created` and `compliance_finding.updated`; a second promotion publishes nothing.
 * @returns the id of the risk
 * @throws Problem 400, 404; 422 for a step that the risk matrix doesn't use
 */
export function promoteFinding(actor: Actor, key: string, asked: Promotion): string {
  return transaction(() => {
    const id = parseUuid(key);
    if (!id) throw refused("Invalid finding id");
    const owner = asked.owner_id ? requireOwner(asked.owner_id) : null;
    const finding = requireFindingRow(id);
    return finding.risk_id ?? createRiskOf(actor, finding, asked, owner);
  });
}

type Follow = Pick<FindingColumns, "decision" | "review_note" | "risk_id">;

const decided = (decision: Decision, note: string): Follow => ({ decision, review_note: note });

/** Decision and note that follow from what has become of a risk; undefined when nothing follows. */
function followOf({ reference }: RiskRow, after: RiskRow | undefined): Follow | undefined {
  if (!after) return { ...decided("in_review", `The risk ${reference} was deleted.`), risk_id: null };
  const { status, acceptance_rationale } = after;
  if (status === "mitigated" || status === "monitoring")
    return decided("mitigated", `The risk ${reference} is ${status}.`);
  if (status === "closed") return decided("verified", `The risk ${reference} was closed on ${today()}.`);
  if (status !== "accepted") return undefined;
  const rationale = acceptance_rationale?.trim();
  return { decision: "accepted", ...(rationale && { review_note: rationale }) };
}

/** The findings of a risk follow it; those that are there already stay as they are, but for the link. */
function followRisk(author: Author, before: RiskRow, after: RiskRow | undefined): void {
  const follow = followOf(before, after);
  if (!follow) return;
  const changed = findingsOfRisk(before.id).flatMap((finding) => {
    const isThere = finding.decision === follow.decision;
    if (isThere && after) return [];
    const columns = isThere ? { risk_id: null } : { ...follow, reviewed_by: author.userId, reviewed_at: now() };
    return [{ before: finding, after: updateFinding(finding, columns) }];
  });
  publishChanges(author, changed);
}

export const followRisks = riskChanging.extend("compliance", followRisk);
