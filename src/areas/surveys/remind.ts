/** Reminding those who have yet to answer. */
import { listOf, statement, transaction } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { notify } from "../../core/notify/notify";
import { refused } from "../../http/errors";
import { surveyRows } from "./surveys";

type Pending = { user_id: string; card_id: string; count: number };

/**
 * Lists the users who have yet to answer, each with the first of their cards and how many there are.
 * @param among the ids of users; everybody without them
 */
const listPending = (surveyId: string, among: readonly string[] | undefined): Pending[] =>
  statement<Pending>(
    `SELECT r.user_id, r.card_id, count(*) AS count, min(r.seq)
     FROM survey_responses r JOIN users u ON u.id = r.user_id AND u.is_active = 1
     WHERE r.survey_id = ? AND r.status = 'pending' AND (? IS NULL OR r.user_id IN (SELECT value FROM json_each(?)))
     GROUP BY r.user_id`,
  ).all(surveyId, ...(among ? [listOf(among), listOf(among)] : [null, null]));

/**
 * Notifies those who have yet to answer an active survey, once each.
 * @param among the ids of the users who are meant; everybody without them
 * @returns how many they are
 * @throws Problem 404; 400 unless the survey is active
 */
export function remind(actor: Actor, surveyId: string, among?: readonly string[]): number {
  return transaction(() => {
    const { id, name, status } = surveyRows.require(surveyId);
    if (status !== "active") throw refused("Only active surveys have people to remind");
    const pending = listPending(id, among);
    notify(
      actor,
      pending.map(({ user_id, card_id, count }) => ({
        userId: user_id,
        type: "survey_request",
        title: `Reminder: ${name}`,
        message: count === 1 ? "One answer is still open" : `${count} answers are still open`,
        link: `/surveys/${id}/respond/${card_id}`,
        data: { survey_id: id, card_id },
        actorId: actor.userId,
      })),
    );
    return pending.length;
  });
}
