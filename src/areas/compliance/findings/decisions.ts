/** The decisions of users about findings, and deleting them. */
import { transaction } from "../../../../db";
import { DECISIONS } from "../../../../db/schema/compliance";
import type { Actor } from "../../../core/access/actor";
import { progress } from "../../../core/threads/progress";
import { conflict, refused } from "../../../http/errors";
import { now } from "../../../platform/clock";
import { parseUuid } from "../../../platform/ids";
import type { BulkDecision, BulkResult, Decision, DecisionChange, DecisionRule } from "../model";
import {
  type ChangedFinding,
  deleteFindingRows,
  type FindingRow,
  findFindings,
  publishChanges,
  publishFindings,
  requireFindingRow,
  updateFinding,
} from "./rows";

/** Decision → the decisions that users may make next, in addition to the same again. */
const transitions: Readonly<Record<Decision, readonly Decision[]>> = {
  new: ["in_review", "accepted", "not_applicable"],
  in_review: ["mitigated", "accepted", "not_applicable", "new"],
  mitigated: ["verified", "in_review"],
  verified: ["in_review"],
  accepted: ["in_review"],
  not_applicable: ["in_review"],
  risk_tracked: [],
};

/** Returns the decisions in their order, each with those that users may make next. */
export const decisionRules = (): DecisionRule[] =>
  DECISIONS.map((decision) => ({ decision, next: [...transitions[decision]] }));

/** All but `risk_tracked`, which a promotion sets. */
const settable = (Object.keys(transitions) as Decision[]).filter((decision) => decision !== "risk_tracked").toSorted();

/** Reads the decision and note that a user has given. @throws Problem 400 */
function readDecision({ decision, review_note }: DecisionChange): { decision: Decision; review_note: string | null } {
  const found = settable.find((one) => one === decision.trim());
  if (!found) throw refused(`decision must be one of ${settable.join(", ")}`);
  const note = review_note?.trim() || null;
  if (found === "accepted" && note === null) throw refused("review_note must say why the finding is accepted");
  return { decision: found, review_note: note };
}

const isTracked = ({ decision, risk_id }: FindingRow) => decision === "risk_tracked" && risk_id !== null;
const isLegal = (from: Decision, to: Decision) => from === to || transitions[from].includes(to);

/** Sets a decision, with who made it and when. */
function decide(actor: Actor, before: FindingRow, made: ReturnType<typeof readDecision>, at: string): ChangedFinding {
  return { before, after: updateFinding(before, { ...made, reviewed_by: actor.userId, reviewed_at: at }) };
}

/**
 * Decides about a finding; a decision without a note erases the last one. Publishes `compliance_finding.updated`.
 * @throws Problem 400; 404; 409 while a risk tracks it, or for a decision that can't follow
 */
export function decideFinding(actor: Actor, id: string, change: DecisionChange): void {
  transaction(() => {
    const made = readDecision(change);
    const before = requireFindingRow(id);
    if (isTracked(before)) throw conflict("The finding is tracked by a risk, whose status decides about it");
    if (!isLegal(before.decision, made.decision))
      throw conflict(`decision can't change from ${before.decision} to ${made.decision}`);
    publishChanges(actor, [decide(actor, before, made, now())]);
  });
}

/** Reads ids in canonical form. @throws Problem 400 for what is none */
const readIds = (ids: readonly string[]): string[] =>
  ids.map((text) => {
    const id = parseUuid(text);
    if (!id) throw refused(`ids must hold ids of findings, and ${text} is none`);
    return id;
  });

/** Returns the findings that some ids name, each once, and the ids that name none, as often as they were given. */
function lookUp(given: readonly string[]) {
  const ids = readIds(given);
  const rows = findFindings([...new Set(ids)]);
  const found = new Set(rows.map(({ id }) => id));
  const skipped = ids.filter((id) => !found.has(id)).map((id) => ({ id, reason: "not_found" }));
  return { rows, skipped };
}

/**
 * Decides about many findings; those that can't follow are skipped. Publishes `compliance_finding.updated` for each.
 * @throws Problem 400
 */
export function decideFindings(actor: Actor, { ids, ...change }: BulkDecision): BulkResult {
  return transaction(() => {
    const made = readDecision(change);
    const { rows, skipped } = lookUp(ids);
    const at = now();
    const changed: ChangedFinding[] = [];
    for (const [done, row] of rows.entries()) {
      progress(done, rows.length);
      if (isTracked(row)) skipped.push({ id: row.id, reason: "risk_tracked" });
      else if (!isLegal(row.decision, made.decision)) skipped.push({ id: row.id, reason: "illegal_transition" });
      else changed.push(decide(actor, row, made, at));
    }
    publishChanges(actor, changed);
    return { updated: changed.length, skipped };
  });
}

/** Deletes a finding; the risk that tracks it stays. Publishes `compliance_finding.deleted`. @throws Problem 404 */
export function deleteFinding(actor: Actor, id: string): void {
  transaction(() => deleteLoadedFindings(actor, [requireFindingRow(id)]));
}

/** Deletes many findings, those that risks track included. Publishes `compliance_finding.deleted` for each. @throws Problem 400 */
export function deleteFindings(actor: Actor, ids: readonly string[]): BulkResult {
  return transaction(() => {
    const { rows, skipped } = lookUp(ids);
    deleteLoadedFindings(actor, rows);
    return { updated: rows.length, skipped };
  });
}

/** Deletes findings and publishes it; part of the running transaction. */
export function deleteLoadedFindings(actor: Actor, rows: readonly FindingRow[]): void {
  publishFindings(actor, "deleted", rows);
  deleteFindingRows(rows.map(({ id }) => id));
}
