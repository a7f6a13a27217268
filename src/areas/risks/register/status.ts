/** The states of a risk, and who gets from which to which. */
import { RISK_STATUSES } from "../../../../db/schema/risks";
import type { Actor } from "../../../core/access/actor";
import { conflict, refused } from "../../../http/errors";
import { now } from "../../../platform/clock";
import type { RiskChanges, RiskStatusRule, Status } from "../model";
import type { RiskColumns, RiskRow } from "./rows";

const transitions: Record<Status, readonly Status[]> = {
  identified: ["analysed", "accepted"],
  analysed: ["mitigation_planned", "accepted"],
  mitigation_planned: ["in_progress", "accepted"],
  in_progress: ["mitigated", "accepted"],
  mitigated: ["monitoring", "closed", "in_progress"],
  monitoring: ["closed", "in_progress", "accepted"],
  accepted: ["in_progress", "closed"],
  closed: ["in_progress"],
};

/** Returns the statuses in their order, each with those that may follow it. */
export const statusRules = (): RiskStatusRule[] =>
  RISK_STATUSES.map((status) => ({ status, next: [...transitions[status]] }));

/** The states in which nothing is left for the owner to do. */
export const SETTLED: readonly Status[] = ["mitigated", "monitoring", "accepted", "closed"];

/** The states in which a risk can't be overdue. */
export const NEVER_OVERDUE: readonly Status[] = ["closed", "accepted", "mitigated"];

/** @throws Problem 409 when the risk is closed */
export function requireNotClosed({ status, reference }: RiskRow): void {
  if (status === "closed") throw conflict(`Risk ${reference} is closed: reopen it before anything of it is changed`);
}

/** Of a closed risk only the status can be changed, to reopen it. @throws Problem 409 naming the other fields */
export function requireReopening({ status }: RiskRow, { status: asked, ...others }: RiskChanges): void {
  if (status !== "closed") return;
  const fields = Object.keys(others).sort();
  if (fields.length > 0)
    throw conflict(`The risk is closed: reopen it (status in_progress) before these are changed: ${fields.join(", ")}`);
  if (asked && asked !== "closed" && asked !== "in_progress")
    throw conflict(`A closed risk can only become in_progress, not ${asked}`);
}

/** @throws Problem 400 */
function requireTransition(from: Status, to: Status): void {
  if (from === to || transitions[from].includes(to)) return;
  throw refused(`status can't change from ${from} to ${to}; allowed: ${transitions[from].join(", ")}`);
}

/**
 * Returns the columns that a change of the status sets: nothing when the status isn't given.
 * @throws Problem 400 for a status that can't follow, and for accepting without a rationale
 */
export function statusColumns(actor: Actor, before: RiskRow, changes: RiskChanges): RiskColumns {
  const { status: to } = changes;
  if (to === undefined) return {};
  if (to === null) throw refused("status must not be null");
  requireTransition(before.status, to);
  if (to === "accepted") {
    const { acceptance_rationale: rationale = before.acceptance_rationale } = changes;
    if (!rationale?.trim()) throw refused("acceptance_rationale must say why the risk is accepted");
    return { status: to, accepted_by: actor.userId, accepted_at: now() };
  }
  return { status: to, ...(before.status === "accepted" && { accepted_by: null, accepted_at: null }) };
}
