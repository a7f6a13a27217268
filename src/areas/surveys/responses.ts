/** The responses to a survey as its manager reads them. */
import { statement } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { MAX_ROWS } from "../../http/pagination";
import { redactedKeysFor } from "../cards";
import { type Answers, withoutKeys } from "./fields";
import type { SurveyResponse } from "./model";

/** A response as it is stored. */
export type ResponseRow = Omit<SurveyResponse, "responses" | "applied"> & { responses: string; applied: number };

/** Lists the responses to a survey, with this status if one is given, oldest first; none for an unknown survey. */
export function listResponses(surveyId: string, status: string | null | undefined): ResponseRow[] {
  const [condition, values] = status ? ["AND r.status = ?", [status]] : ["", []];
  return statement<ResponseRow>(
    `SELECT r.id, r.survey_id, r.card_id, c.name AS card_name, c.type AS card_type, r.user_id,
       u.display_name AS user_display_name, u.email AS user_email, r.status, r.responses, r.applied, r.responded_at,
       r.applied_at, r.created_at
     FROM survey_responses r JOIN cards c ON c.id = r.card_id JOIN users u ON u.id = r.user_id
     WHERE r.survey_id = ? ${condition} ORDER BY r.seq LIMIT ${MAX_ROWS}`,
  ).all(surveyId, ...values);
}

/** Responses on the wire, without the costs that the actor may not see; of pending ones nothing that was answered so far. */
export function serializeResponses(actor: Actor, rows: readonly ResponseRow[]): SurveyResponse[] {
  const hiddenKeys = redactedKeysFor(actor, [...new Set(rows.map((row) => row.card_id))]);
  return rows.map((row) => ({
    ...row,
    responses:
      row.status === "pending" ? {} : withoutKeys(JSON.parse(row.responses) as Answers, hiddenKeys(row.card_id)),
    applied: row.applied === 1,
  }));
}
