/** /surveys */
import { del, get, MANY_ROWS, type Operation, patch, post } from "../../core/api/operation";
import { slice } from "../../http/pagination";
import { requireForm, saveAnswers, submitResponse } from "./answering";
import { previewApplication } from "./application-preview";
import { applyResponses } from "./apply";
import { audienceOf } from "./audience";
import { delegateAnswer } from "./delegate";
import * as model from "./model";
import { listMyCards } from "./my-cards";
import { listPendingSurveys } from "./pending";
import { remind } from "./remind";
import { listResponses, serializeResponses } from "./responses";
import { sendSurvey } from "./send";
import {
  closeSurvey,
  createSurvey,
  deleteSurvey,
  listSurveys,
  requireContent,
  requireSurvey,
  updateSurvey,
} from "./surveys";
import { previewSurvey } from "./targets";

const MANAGE = { permission: "surveys.manage" } as const;
const RESPOND = { permission: "surveys.respond" } as const;
const NO_BODY = { body: model.Nothing, bodyOptional: true } as const;
const STATE = { refusals: [400] } as const;

export const operations: readonly Operation[] = [
  get(
    "/surveys",
    "Surveys, newest first",
    { ...MANAGE, query: model.SurveyQuery, answer: model.Survey.array(), readsMuch: true },
    ({ query, set }) => slice(listSurveys(query.status), query, set),
  ),
  post(
    "/surveys",
    "Create a survey as a draft",
    { ...MANAGE, ...STATE, body: model.NewSurvey, answer: model.SurveyContent, status: 201 },
    ({ actor, body }) => requireContent(createSurvey(actor, body)),
  ),
  get(
    "/surveys/my",
    "The active surveys that the caller has yet to answer",
    {
      operationId: "listMySurveys",
      ...RESPOND,
      query: model.PendingQuery,
      answer: model.PendingSurvey.array(),
      readsMuch: true,
    },
    ({ actor, query, set }) => slice(listPendingSurveys(actor.userId), query, set),
  ),
  get("/surveys/{survey_id}", "A survey", { versioned: true, ...MANAGE, answer: model.Survey }, ({ params }) =>
    requireSurvey(params.survey_id),
  ),
  patch(
    "/surveys/{survey_id}",
    "Update the fields of a draft that are given",
    {
      current: ({ params }) => requireContent(params.survey_id),
      ...MANAGE,
      ...STATE,
      body: model.SurveyChanges,
      answer: model.SurveyContent,
    },
    ({ params, body }) => {
      updateSurvey(params.survey_id, body);
      return requireContent(params.survey_id);
    },
  ),
  del("/surveys/{survey_id}", "Delete a survey that is a draft", { ...MANAGE, ...STATE }, ({ params }) =>
    deleteSurvey(params.survey_id),
  ),
  post(
    "/surveys/{survey_id}/preview",
    "Whom a survey would reach now",
    { ...MANAGE, ...NO_BODY, answer: model.Preview, readsMuch: true, repeatable: false },
    ({ actor, params }) => previewSurvey(actor, params.survey_id),
  ),
  get(
    "/surveys/{survey_id}/audience",
    "Whom a survey would reach now, and what of its cards is known",
    {
      own: true,
      ...MANAGE,
      answer: model.Audience,
      readsMuch: true,
      description:
        "Counts the cards that the filters leave, those of them about which somebody is asked, and for each role how many more it would reach; the first hundred cards come with their people and values.",
    },
    ({ actor, params }) => audienceOf(actor, params.survey_id),
  ),
  post(
    "/surveys/{survey_id}/send",
    "Send a draft to the stakeholders of its cards",
    { ...MANAGE, ...STATE, ...NO_BODY, answer: model.SentSurvey, writesMuch: true },
    ({ actor, params }) => {
      const targets_created = sendSurvey(actor, params.survey_id);
      return { ...requireSurvey(params.survey_id), targets_created };
    },
  ),
  post(
    "/surveys/{survey_id}/remind",
    "Notify everybody again who has yet to answer, or some of them",
    {
      own: true,
      ...MANAGE,
      ...STATE,
      body: model.RemindedUsers,
      bodyOptional: true,
      answer: model.Reminder,
      description: "Each user is notified once, however many cards they are asked about.",
      writesMuch: true,
    },
    ({ actor, params, body }) => ({ reminded: remind(actor, params.survey_id, body?.user_ids) }),
  ),
  post(
    "/surveys/{survey_id}/close",
    "Close an active survey",
    { ...MANAGE, ...STATE, ...NO_BODY, answer: model.Survey },
    ({ params }) => {
      closeSurvey(params.survey_id);
      return requireSurvey(params.survey_id);
    },
  ),
  get(
    "/surveys/{survey_id}/responses",
    "The responses to a survey, oldest first",
    { ...MANAGE, query: model.SurveyQuery, answer: model.SurveyResponse.array(), readsMuch: true },
    ({ actor, params, query, set }) =>
      serializeResponses(actor, slice(listResponses(params.survey_id, query.status), query, set)),
  ),
  post(
    "/surveys/{survey_id}/apply",
    "Write what responses propose to their cards",
    {
      ...MANAGE,
      body: model.Application,
      answer: model.ApplicationReport,
      writesMuch: ({ body }) => body.response_ids.length > MANY_ROWS,
    },
    ({ actor, params, body }) => applyResponses(actor, params.survey_id, body.response_ids),
  ),
  post(
    "/surveys/{survey_id}/apply/preview",
    "What applying responses would change",
    {
      own: true,
      ...MANAGE,
      body: model.Application,
      answer: model.ApplicationPreview,
      readsMuch: true,
      repeatable: false,
      description:
        "Nothing is written. A value that has changed since it was asked about has another `current_value` than `answered_value`.",
    },
    ({ actor, params, body }) => previewApplication(actor, params.survey_id, body.response_ids),
  ),
  get(
    "/surveys/{survey_id}/respond",
    "The cards about which a survey asks the caller",
    {
      own: true,
      operationId: "listMySurveyCards",
      ...RESPOND,
      answer: model.MyCards,
      readsMuch: true,
      description: "Those that are answered, too, by name.",
    },
    ({ actor, params }) => listMyCards(actor, params.survey_id),
  ),
  get(
    "/surveys/{survey_id}/respond/{card_id}",
    "The form by which the caller answers a survey for a card",
    { operationId: "getSurveyForm", ...RESPOND, ...STATE, answer: model.Form },
    ({ actor, params }) => requireForm(actor, params.survey_id, params.card_id),
  ),
  post(
    "/surveys/{survey_id}/respond/{card_id}",
    "Answer a survey for a card",
    { operationId: "respondToSurvey", ...RESPOND, ...STATE, body: model.Submission, answer: model.SubmittedResponse },
    ({ actor, params, body }) => submitResponse(actor, params.survey_id, params.card_id, body),
  ),
  patch(
    "/surveys/{survey_id}/respond/{card_id}",
    "Save answers to some fields of a survey for a card",
    {
      own: true,
      operationId: "saveSurveyAnswers",
      ...RESPOND,
      ...STATE,
      body: model.SomeAnswers,
      answer: model.SavedAnswers,
      description: "Other answers stay as they are. The response is completed once every field has an answer.",
    },
    ({ actor, params, body }) => saveAnswers(actor, params.survey_id, params.card_id, body),
  ),
  post(
    "/surveys/{survey_id}/respond/{card_id}/delegate",
    "Have somebody else asked about a card in one's own place",
    {
      own: true,
      operationId: "delegateSurveyAnswer",
      ...RESPOND,
      refusals: [400, 409],
      body: model.Delegation,
      description: "Answers that the caller has saved so far go. The other user is notified.",
    },
    ({ actor, params, body }) => delegateAnswer(actor, params.survey_id, params.card_id, body.user_id),
  ),
];
