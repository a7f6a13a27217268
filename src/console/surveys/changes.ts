/** Changes of surveys and answers, each saved at once. */
import { t } from "@lingui/core/macro";
import { badgesQuery } from "../notifications/queries";
import { change, shown, tryChange } from "../server/changes";
import { api } from "../server/client";
import { cache } from "../server/queries";
import {
  type Answer,
  audienceQuery,
  formQuery,
  myCardsQuery,
  mySurveysQuery,
  type Survey,
  surveyQuery,
  surveysQuery,
} from "./queries";

export type DraftChanges = Partial<
  Pick<Survey, "name" | "description" | "message" | "target_type_key" | "target_filters" | "target_roles" | "fields">
>;

const patch = (survey_id: string, body: DraftChanges) =>
  api.PATCH("/api/v1/surveys/{survey_id}", { params: { path: { survey_id } }, body: body as never });

/** Changes a draft. */
export function updateDraft(survey: Survey, changes: DraftChanges, sentence: string): Promise<boolean> {
  const former: DraftChanges = Object.fromEntries(
    Object.keys(changes).map((key) => [key, survey[key as keyof DraftChanges]]),
  );
  return tryChange({
    sentence,
    show: [
      shown(surveyQuery(survey.id), (before) => ({ ...before, ...changes })),
      shown(audienceQuery(survey.id), (before) => before),
      shown(surveysQuery, (list) => list.map((one) => (one.id === survey.id ? { ...one, ...changes } : one))),
    ],
    send: () => patch(survey.id, changes),
    inverse: () => patch(survey.id, former),
  });
}

const remove = (survey_id: string) => api.DELETE("/api/v1/surveys/{survey_id}", { params: { path: { survey_id } } });

/** Creates a draft. @returns its id; undefined when it was refused */
export async function createDraft(name: string, target_type_key: string): Promise<string | undefined> {
  let id: string | undefined;
  await tryChange({
    sentence: t`The survey ${name} is made`,
    show: [shown(surveysQuery, (list) => list)],
    send: async () => {
      const reply = await api.POST("/api/v1/surveys", { body: { name, target_type_key } as never });
      id = reply.data?.id;
      return reply;
    },
    inverse: () => remove(id ?? ""),
  });
  return id;
}

/** Makes a draft that asks what another survey asks. @returns its id; undefined when it was refused */
export async function copySurvey(survey: Survey, name: string): Promise<string | undefined> {
  const { description, message, target_type_key, target_filters, target_roles, fields } = survey;
  let id: string | undefined;
  await tryChange({
    sentence: t`The survey ${name} is made`,
    show: [shown(surveysQuery, (list) => list)],
    send: async () => {
      const reply = await api.POST("/api/v1/surveys", {
        body: { name, description, message, target_type_key, target_filters, target_roles, fields } as never,
      });
      id = reply.data?.id;
      return reply;
    },
    inverse: () => remove(id ?? ""),
  });
  return id;
}

/** Deletes a draft; undoing it makes it again. */
export function deleteDraft(survey: Survey): Promise<boolean> {
  const { id, name, description, message, target_type_key, target_filters, target_roles, fields } = survey;
  return tryChange({
    sentence: t`The survey ${name} is deleted`,
    show: [shown(surveysQuery, (list) => list.filter((one) => one.id !== id))],
    send: () => remove(id),
    inverse: () =>
      api.POST("/api/v1/surveys", {
        body: { name, description, message, target_type_key, target_filters, target_roles, fields } as never,
      }),
  });
}

/** Reads everything of a survey again. */
const readAgain = () => {
  void cache.invalidateQueries({ queryKey: ["surveys"] });
  void cache.invalidateQueries({ queryKey: badgesQuery.queryKey });
};

/** Sends a draft, which can't be undone. */
export async function sendSurvey({ id: survey_id, name }: Survey): Promise<boolean> {
  const isSent = await tryChange({
    sentence: t`The survey ${name} is sent`,
    send: () => api.POST("/api/v1/surveys/{survey_id}/send", { params: { path: { survey_id } }, body: {} }),
  });
  readAgain();
  return isSent;
}

/** Closes a survey, which can't be undone. */
export async function closeSurvey({ id: survey_id, name }: Survey): Promise<boolean> {
  const isClosed = await tryChange({
    sentence: t`The survey ${name} is closed`,
    send: () => api.POST("/api/v1/surveys/{survey_id}/close", { params: { path: { survey_id } }, body: {} }),
  });
  readAgain();
  return isClosed;
}

/** Reminds everybody who has yet to answer. */
export const remind = ({ id: survey_id }: Survey, people: number): Promise<boolean> =>
  tryChange({
    sentence: people === 1 ? t`1 person is reminded` : t`${people} people are reminded`,
    send: () => api.POST("/api/v1/surveys/{survey_id}/remind", { params: { path: { survey_id } } }),
  });

/** Reminds one person who has yet to answer. */
export const remindPerson = ({ id: survey_id }: Survey, { id, name }: { id: string; name: string }): Promise<boolean> =>
  tryChange({
    sentence: t`${name} is reminded`,
    send: () =>
      api.POST("/api/v1/surveys/{survey_id}/remind", { params: { path: { survey_id } }, body: { user_ids: [id] } }),
  });

/** Has somebody else asked about a card in one's own place, which can't be undone. */
export async function delegateAnswer(
  { surveyId, cardId }: Pick<AnsweredField, "surveyId" | "cardId">,
  { id: user_id, name }: { id: string; name: string },
): Promise<boolean> {
  const isDelegated = await tryChange({
    sentence: t`${name} is asked instead`,
    send: () =>
      api.POST("/api/v1/surveys/{survey_id}/respond/{card_id}/delegate", {
        params: { path: { survey_id: surveyId, card_id: cardId } },
        body: { user_id },
      }),
  });
  if (isDelegated) readAgain();
  return isDelegated;
}

/** Applies responses as one batch, which Z undoes. @returns why some were not applied; undefined when it was refused */
export async function applyResponses(
  { id: survey_id }: Survey,
  response_ids: readonly string[],
): Promise<{ applied: number; errors: { response_id: string; error: string }[] } | undefined> {
  let report: { applied: number; errors: { response_id: string; error: string }[] } | undefined;
  const count = response_ids.length;
  await tryChange({
    sentence: count === 1 ? t`1 response is applied` : t`${count} responses are applied`,
    send: async () => {
      const reply = await api.POST("/api/v1/surveys/{survey_id}/apply", {
        params: { path: { survey_id } },
        body: { response_ids: [...response_ids] },
      });
      report = reply.data;
      return reply;
    },
  });
  readAgain();
  return report;
}

const save = (survey_id: string, card_id: string, responses: Record<string, Answer | null>) =>
  api.PATCH("/api/v1/surveys/{survey_id}/respond/{card_id}", {
    params: { path: { survey_id, card_id } },
    body: { responses },
  });

type AnsweredField = { surveyId: string; cardId: string; key: string; name: string };

/** Saves an answer. @throws Refusal, so that what was typed stays where it is */
export async function saveAnswer(
  { surveyId, cardId, key, name }: AnsweredField,
  answer: Answer,
  former: Answer | undefined,
): Promise<void> {
  try {
    await change({
      sentence: answer.confirmed ? t`${name} is right` : t`${name} is answered`,
      show: [
        shown(formQuery(surveyId, cardId), (form) => ({
          ...form,
          existing_responses: { ...form.existing_responses, [key]: answer },
        })),
      ],
      send: () => save(surveyId, cardId, { [key]: answer }),
      inverse: () => save(surveyId, cardId, { [key]: former ?? null }),
    });
  } finally {
    void cache.invalidateQueries({ queryKey: myCardsQuery(surveyId).queryKey });
    void cache.invalidateQueries({ queryKey: mySurveysQuery.queryKey });
    void cache.invalidateQueries({ queryKey: badgesQuery.queryKey });
  }
}
