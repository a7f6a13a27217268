/** Delegating a question: somebody else is asked about a card. */
import { statement, transaction } from "../../../db";
import { findUser } from "../../core/access/accounts";
import type { Actor } from "../../core/access/actor";
import { notify } from "../../core/notify/notify";
import { conflict, invalid, refused } from "../../http/errors";
import { requireCard } from "../cards";
import { requireAsked } from "./answering";

const isAsked = (surveyId: string, cardId: string, userId: string): boolean =>
  statement("SELECT 1 FROM survey_responses WHERE survey_id = ? AND card_id = ? AND user_id = ?").get(
    surveyId,
    cardId,
    userId,
  ) !== null;

/**
 * Asks somebody else about a card in place of the actor, and notifies them. The actor's answers so far go, as they may hold a
 * figure that the other one may not see.
 * @throws Problem 404, 400 as `requireAsked`, 400 for an answered question; 409 when they are asked already; 422 for oneself and
 *   for nobody's id
 */
export function delegateAnswer(actor: Actor, surveyId: string, cardId: string, userId: string): void {
  transaction(() => {
    const { asked, survey } = requireAsked(actor, surveyId, cardId);
    if (asked.status !== "pending") throw refused("What is answered can't be delegated");
    if (userId === actor.userId) throw invalid(["body", "user_id"], "must not be oneself");
    if (!findUser(userId)?.is_active) throw invalid(["body", "user_id"], "must be an active user");
    if (isAsked(surveyId, cardId, userId)) throw conflict("user_id: this user is asked about the card already");
    statement("UPDATE survey_responses SET user_id = ?, responses = '{}' WHERE id = ?").run(userId, asked.id);
    notify(actor, [
      {
        userId,
        type: "survey_request",
        title: survey.name,
        message: `You are asked about ${requireCard(cardId).name} in somebody's place`,
        link: `/surveys/${surveyId}/respond/${cardId}`,
        data: { survey_id: surveyId, card_id: cardId },
        actorId: actor.userId,
      },
    ]);
  });
}
