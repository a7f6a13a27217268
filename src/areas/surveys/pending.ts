/** The surveys that a user has yet to answer. */
import { firstValue, statement } from "../../../db";
import { MAX_ROWS } from "../../http/pagination";
import type { PendingSurvey } from "./model";

/** A user's pending responses to active surveys. */
const PENDING = `FROM survey_responses r JOIN surveys s ON s.id = r.survey_id
  WHERE r.user_id = ? AND r.status = 'pending' AND s.status = 'active'`;

type Row = Omit<PendingSurvey, "pending_count" | "items"> & PendingSurvey["items"][number];

/** Lists the active surveys that a user has yet to answer, with the cards; what was asked last comes first. */
export function listPendingSurveys(userId: string): PendingSurvey[] {
  const rows = statement<Row>(
    `SELECT s.id AS survey_id, s.name AS survey_name, s.message AS survey_message, s.status AS survey_status,
       s.target_type_key, r.id AS response_id, r.card_id,
       (SELECT c.name FROM cards c WHERE c.id = r.card_id) AS card_name
     ${PENDING} ORDER BY r.seq DESC LIMIT ${MAX_ROWS}`,
  ).all(userId);
  return [...Map.groupBy(rows, (row) => row.survey_id).values()].map((ofSurvey) => {
    const { response_id, card_id, card_name, ...survey } = ofSurvey[0] as Row;
    const items = ofSurvey.map((row) => ({
      response_id: row.response_id,
      card_id: row.card_id,
      card_name: row.card_name,
    }));
    return { ...survey, pending_count: items.length, items };
  });
}

/** Returns the number of responses to active surveys that a user has yet to give. */
export const countPendingSurveys = (userId: string): number =>
  firstValue<number>(`SELECT count(*) AS count ${PENDING}`, userId) ?? 0;
