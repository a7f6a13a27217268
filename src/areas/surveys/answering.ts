/** Answering a survey: the form for one card, and its submission. */
import { statement, transaction } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { notify } from "../../core/notify/notify";
import { found, refused } from "../../http/errors";
import { now } from "../../platform/clock";
import { redactedKeys, requireCard } from "../cards";
import { cardType } from "../metamodel";
import { type Answer, type Answers, currentValues, own } from "./fields";
import { described, translationsOrNull } from "./form-fields";
import type { Form, SavedAnswers, SomeAnswers, Submission, SubmittedResponse } from "./model";
import { type SurveyRow, surveyRows } from "./surveys";

/** A response that somebody is asked for. */
type ResponseRow = { id: string; status: Form["response_status"]; responses: string };

/**
 * Finds the response that the actor is asked for, with its survey.
 * @throws Problem 404 when they aren't asked about this card; 400 unless the survey is active
 */
export function requireAsked(
  actor: Actor,
  surveyId: string,
  cardId: string,
): { asked: ResponseRow; survey: SurveyRow } {
  const asked = found(
    statement<ResponseRow>(
      "SELECT id, status, responses FROM survey_responses WHERE survey_id = ? AND card_id = ? AND user_id = ?",
    ).get(surveyId, cardId, actor.userId),
    "Survey response",
  );
  const survey = surveyRows.require(surveyId);
  if (survey.status !== "active") throw refused("The survey is not active");
  return { asked, survey };
}

/** Returns the answers given before, without the costs on the card that the actor may not see; their own proposals stay. */
const ownAnswers = (responses: string, hidden: readonly string[]): Answers =>
  Object.fromEntries(
    Object.entries(JSON.parse(responses) as Answers).map(([key, answer]) => [
      key,
      hidden.includes(key) ? { ...answer, current_value: null } : answer,
    ]),
  );

/**
 * Finds the form by which the actor answers a survey for a card: its fields with what the card says now.
 * @throws Problem 404, 400 as `requireAsked`
 */
export function requireForm(actor: Actor, surveyId: string, cardId: string): Form {
  const { asked, survey } = requireAsked(actor, surveyId, cardId);
  const card = requireCard(cardId);
  const type = cardType(card.type);
  const hidden = redactedKeys(actor, card);
  const currentValue = currentValues(card, survey.fields);
  return {
    response_id: asked.id,
    response_status: asked.status,
    survey: { id: survey.id, name: survey.name, message: survey.message },
    card: {
      id: card.id,
      name: card.name,
      type: card.type,
      subtype: card.subtype,
      type_translations: translationsOrNull(type?.translations),
      subtype_translations: translationsOrNull(type?.subtypes.find(({ key }) => key === card.subtype)?.translations),
    },
    fields: survey.fields.map((field) =>
      hidden.includes(field.key)
        ? { ...described(field, type), current_value: null, is_hidden: true }
        : { ...described(field, type), current_value: currentValue(field) },
    ),
    existing_responses: ownAnswers(asked.responses, hidden),
  };
}

/** Notifies the author of a survey once nobody is left who has yet to answer. */
function notifyCompleted(actor: Actor, { id, name, created_by }: SurveyRow): void {
  if (created_by === null) return;
  const pending = statement("SELECT 1 FROM survey_responses WHERE survey_id = ? AND status = 'pending' LIMIT 1").get(
    id,
  );
  if (pending !== null) return;
  notify(actor, [
    {
      userId: created_by,
      type: "survey_completed",
      title: `Survey Completed: ${name}`,
      message: "Everybody who was asked has answered",
      link: `/surveys/${id}/results`,
      data: { survey_id: id },
      actorId: actor.userId,
    },
  ]);
}

/**
 * Records the actor's answers for a card, in place of earlier ones, which counts as not yet applied. Fields without an
 * answer are neither confirmed nor changed.
 * @throws Problem 404, 400 as `requireAsked`
 */
export function submitResponse(
  actor: Actor,
  surveyId: string,
  cardId: string,
  { responses }: Submission,
): SubmittedResponse {
  return transaction(() => {
    const { asked, survey } = requireAsked(actor, surveyId, cardId);
    const currentValue = currentValues(requireCard(cardId), survey.fields);
    const answers: Answers = Object.fromEntries(
      survey.fields.map((field) => {
        const { new_value = null, confirmed = false } = own(responses, field.key) ?? {};
        return [field.key, { current_value: currentValue(field), new_value, confirmed }];
      }),
    );
    statement(
      `UPDATE survey_responses SET status = 'completed', responses = ?, responded_at = ?, applied = 0, applied_at = NULL
       WHERE id = ?`,
    ).run(JSON.stringify(answers), now(), asked.id);
    if (asked.status === "pending") notifyCompleted(actor, survey);
    return { status: "completed", response_id: asked.id };
  });
}

/** Checks whether somebody has said something about a field: that it is right, or what it should be. */
const isAnswer = (answer: Answer | undefined): boolean =>
  answer !== undefined && (answer.confirmed || answer.new_value !== null);

/**
 * Records answers to some fields for a card, next to those given before; null takes one back. The response is completed once
 * every field has an answer, and pending until then. It counts as not yet applied.
 * @throws Problem 404, 400 as `requireAsked`
 */
export function saveAnswers(actor: Actor, surveyId: string, cardId: string, { responses }: SomeAnswers): SavedAnswers {
  return transaction(() => {
    const { asked, survey } = requireAsked(actor, surveyId, cardId);
    const currentValue = currentValues(requireCard(cardId), survey.fields);
    const before = JSON.parse(asked.responses) as Answers;
    const answers: Answers = Object.fromEntries(
      survey.fields.flatMap((field): [string, Answer][] => {
        const given = own(responses, field.key);
        if (given === null) return [];
        const former = own(before, field.key);
        if (given === undefined) return former ? [[field.key, former]] : [];
        const { new_value = null, confirmed } = given;
        return [[field.key, { current_value: currentValue(field), new_value, confirmed }]];
      }),
    );
    const status = survey.fields.every(({ key }) => isAnswer(own(answers, key))) ? "completed" : "pending";
    statement(
      "UPDATE survey_responses SET status = ?, responses = ?, responded_at = ?, applied = 0, applied_at = NULL WHERE id = ?",
    ).run(status, JSON.stringify(answers), status === "completed" ? now() : null, asked.id);
    if (status === "completed" && asked.status === "pending") notifyCompleted(actor, survey);
    return { status, response_id: asked.id };
  });
}
