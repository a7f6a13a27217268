/** Sending a survey. */
import { largeTransaction, statement } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { notify } from "../../core/notify/notify";
import { refused } from "../../http/errors";
import { now } from "../../platform/clock";
import { newId } from "../../platform/ids";
import { type SurveyRow, surveyRows } from "./surveys";
import { findTargets, MAX_TARGETS } from "./targets";

type Target = { card_id: string; user_id: string };

/** Inserts a pending response for each target, in their order. */
function createResponses(surveyId: string, targets: readonly Target[], at: string): void {
  const rows = targets.map(({ card_id, user_id }) => [newId(), card_id, user_id]);
  statement(
    `INSERT INTO survey_responses (id, survey_id, card_id, user_id, created_at)
     SELECT value ->> 0, ?, value ->> 1, value ->> 2, ? FROM json_each(?) ORDER BY key`,
  ).run(surveyId, at, JSON.stringify(rows));
}

/** Asks every target for a response. */
function notifyTargets(actor: Actor, { id, name, message }: SurveyRow, targets: readonly Target[]): void {
  notify(
    actor,
    targets.map(({ card_id, user_id }) => ({
      userId: user_id,
      type: "survey_request",
      title: `Survey: ${name}`,
      message: message || "Please check what is recorded about your cards",
      link: `/surveys/${id}/respond/${card_id}`,
      data: { survey_id: id, card_id },
      actorId: actor.userId,
    })),
  );
}

/**
 * Sends a draft: asks its targets for a response about each of their cards, and makes it active.
 * @returns how many responses are asked for
 * @throws Problem 404; 400 when it was sent, asks for nothing or nobody, or reaches too many; 403 as `findTargets`
 */
export function sendSurvey(actor: Actor, id: string): number {
  return largeTransaction(() => {
    const survey = surveyRows.require(id);
    if (survey.status !== "draft") throw refused("Survey has already been sent");
    if (survey.fields.length === 0) throw refused("The survey must ask for at least one field");
    if (survey.target_roles.length === 0) throw refused("The survey must ask at least one stakeholder role");
    const targets = findTargets(actor, survey);
    if (!targets) throw refused(`The survey reaches too many: it may ask for at most ${MAX_TARGETS} responses`);
    if (targets.length === 0) throw refused("No active stakeholder has one of these roles on a card that matches");
    const at = now();
    createResponses(id, targets, at);
    notifyTargets(actor, survey, targets);
    surveyRows.update(survey, { status: "active", sent_at: at });
    return targets.length;
  });
}
