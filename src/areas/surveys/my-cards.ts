/** The cards about which a survey asks a user. */
import { statement } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { notFound } from "../../http/errors";
import type { MyCards } from "./model";
import { surveyRows } from "./surveys";
import { MAX_TARGETS } from "./targets";

/**
 * Lists the cards about which a survey asks the actor, answered or not, by name.
 * @throws Problem 404 when it asks them about none
 */
export function listMyCards(actor: Actor, surveyId: string): MyCards {
  const { id, name, description, message, status } = surveyRows.require(surveyId);
  const items = statement<MyCards["items"][number]>(
    `SELECT r.card_id, c.name AS card_name, c.type AS card_type, r.status
     FROM survey_responses r JOIN cards c ON c.id = r.card_id
     WHERE r.survey_id = ? AND r.user_id = ? ORDER BY c.name, c.id LIMIT ${MAX_TARGETS}`,
  ).all(surveyId, actor.userId);
  if (items.length === 0) throw notFound("Survey");
  return { survey: { id, name, description, message, status }, items };
}
