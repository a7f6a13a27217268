/** Entering findings manually, and correcting what they say. */

import { transaction } from "../../../../db";
import { FINDING_STATUSES, SEVERITIES } from "../../../../db/schema/compliance";
import type { Actor } from "../../../core/access/actor";
import { refused } from "../../../http/errors";
import { now } from "../../../platform/clock";
import { parseUuid } from "../../../platform/ids";
import { createAnalysisRun } from "../../analyses";
import { requireCard } from "../../cards";
import { listRegulations } from "../../metamodel";
import type { FindingDetails, FindingStatus, NewFinding, Severity } from "../model";
import {
  createFindingRow,
  type FindingColumns,
  publishChanges,
  publishFindings,
  requireFindingRow,
  updateFinding,
} from "./rows";

const MANUAL = "Entered manually.";

/** Finds the key of a regulation that exists, enabled or not. @throws Problem 400 */
function requireRegulation(text: string): string {
  const key = text.trim();
  if (key === "") throw refused("regulation must not be empty");
  if (!listRegulations().some((regulation) => regulation.key === key))
    throw refused(`regulation must be the key of a regulation, and there is none called ${key}`);
  return key;
}

/** @throws Problem 400 for a value that isn't allowed, naming those that are */
function requireOneOf<T extends string>(field: string, allowed: readonly T[], value: string | null): T {
  const found = allowed.find((one) => one === value);
  if (!found) throw refused(`${field} must be one of ${allowed.toSorted().join(", ")}`);
  return found;
}

const requireStatus = (value: string | null): FindingStatus => requireOneOf("status", FINDING_STATUSES, value);
const requireSeverity = (value: string | null): Severity => requireOneOf("severity", SEVERITIES, value);

/** @throws Problem 400 */
function requireText(field: string, text: string | null): string {
  if (!text?.trim()) throw refused(`${field} must not be empty`);
  return text;
}

/** Returns the id of the card that a finding is about; null for the landscape. @throws Problem 400, 404 */
function cardIdOf(text: string | null | undefined): string | null {
  if (!text) return null;
  const id = parseUuid(text);
  if (!id) throw refused("Invalid card_id");
  return requireCard(id).id;
}

/**
 * Creates a finding, and the run that stands for its entry. Publishes `analysis.completed` and `compliance_finding.created`.
 * @returns its id
 * @throws Problem 400, 404
 */
export function createFinding(actor: Actor, input: NewFinding): string {
  return transaction(() => {
    const columns = {
      regulation: requireRegulation(input.regulation),
      status: requireStatus(input.status),
      severity: requireSeverity(input.severity),
      requirement: requireText("requirement", input.requirement),
      card_id: cardIdOf(input.card_id),
      regulation_article: input.regulation_article ?? null,
      category: input.category,
      gap_description: input.gap_description,
      evidence: input.evidence ?? null,
      remediation: input.remediation ?? null,
    };
    const run_id = createAnalysisRun(actor, "compliance", { manual: true });
    const review = { reviewed_by: actor.userId, reviewed_at: now(), review_note: MANUAL };
    const finding = createFindingRow({ ...columns, ...review, run_id, last_seen_run_id: run_id });
    publishFindings(actor, "created", [finding]);
    return finding.id;
  });
}

/** Returns the columns that a change of the details sets. @throws Problem 400, 404 */
function columnsOf({ regulation, card_id, status, severity, ...texts }: FindingDetails): FindingColumns {
  const { category, requirement, gap_description, ...optional } = texts;
  return {
    ...(status !== undefined && { status: requireStatus(status) }),
    ...(severity !== undefined && { severity: requireSeverity(severity) }),
    ...(requirement !== undefined && { requirement: requireText("requirement", requirement) }),
    ...(card_id !== undefined && { card_id: cardIdOf(card_id) }),
    ...(regulation && { regulation: requireRegulation(regulation) }),
    ...(category !== undefined && { category: category ?? "" }),
    ...(gap_description !== undefined && { gap_description: gap_description ?? "" }),
    ...(optional as FindingColumns),
  };
}

/**
 * Updates what a finding says; what was decided about it stays. Publishes `compliance_finding.updated`.
 * @throws Problem 400, 404
 */
export function updateDetails(actor: Actor, id: string, details: FindingDetails): void {
  transaction(() => {
    const before = requireFindingRow(id);
    const columns = columnsOf(details);
    if (Object.keys(columns).length === 0) return;
    publishChanges(actor, [{ before, after: updateFinding(before, columns) }]);
  });
}
