/** The risks of projects, which are no part of the register of architecture risks. */
import { statement, transaction } from "../../../../db";
import type { Actor } from "../../../core/access/actor";
import { requireInitiative } from "../initiatives";
import { nameSql, requireUser } from "../people";
import { createRecord, deleteRecord, records, updateRecord } from "../records";
import type { NewProjectRisk, ProjectRisk, ProjectRiskChanges } from "./model";

const SELECT = `SELECT r.id, r.initiative_id, r.title, r.description, r.probability, r.impact, r.risk_score, r.mitigation,
  r.owner_id, ${nameSql("u")} AS owner_name, r.status, r.created_at, r.updated_at
  FROM ppm_risks r LEFT JOIN users u ON u.id = r.owner_id`;

/** Finds a risk that exists. */
export const requireRisk = (id: string): ProjectRisk =>
  statement<ProjectRisk, [string]>(`${SELECT} WHERE r.id = ?`).get(id) as ProjectRisk;

/**
 * Lists the risks of a project, the highest first.
 * @throws Problem 404
 */
export function listRisks(initiativeId: string): ProjectRisk[] {
  requireInitiative(initiativeId);
  return statement<ProjectRisk, [string]>(
    `${SELECT} WHERE r.initiative_id = ? ORDER BY r.risk_score DESC, r.created_at, r.id`,
  ).all(initiativeId);
}

/**
 * Creates a risk. Publishes `ppm.risk.created`.
 * @throws Problem 404; 422 for an owner that is no user
 */
export const createRisk = (actor: Actor, initiativeId: string, risk: NewProjectRisk): ProjectRisk =>
  transaction(() => {
    requireInitiative(initiativeId);
    requireUser("owner_id", risk.owner_id);
    const columns = { ...risk, risk_score: risk.probability * risk.impact };
    return requireRisk(createRecord(actor, "risk", initiativeId, columns).id);
  });

/**
 * Updates the fields that are given. Publishes `ppm.risk.updated`.
 * @throws Problem 404; 422 for an owner that is no user
 */
export const updateRisk = (actor: Actor, id: string, changes: ProjectRiskChanges): ProjectRisk =>
  transaction(() => {
    const before = records("risk").require(id);
    requireUser("owner_id", changes.owner_id);
    const { probability = before.probability, impact = before.impact } = changes;
    updateRecord(actor, "risk", before, { ...changes, risk_score: probability * impact });
    return requireRisk(id);
  });

/**
 * Deletes a risk. Publishes `ppm.risk.deleted`.
 * @throws Problem 404
 */
export const deleteRisk = (actor: Actor, id: string): void =>
  transaction(() => deleteRecord(actor, "risk", records("risk").require(id)));
