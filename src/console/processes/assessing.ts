/** Changes of assessments; each is undone by the opposite request, as assessments are no part of a process's history. */
import { t } from "@lingui/core/macro";
import { day } from "../language/format";
import { api, received } from "../server/client";
import { saveProcess } from "./changes";
import type { Score } from "./dumbbells";
import type { Assessment } from "./queries";

export type Scores = Record<Score, number>;
type AssessmentContent = Scores & { notes: string };

const pathOf = (process_id: string, assessment_id: string) => ({ params: { path: { process_id, assessment_id } } });

const send = (process_id: string, body: AssessmentContent & { assessment_date: string; action_items?: unknown }) =>
  api.POST("/api/v1/bpm/processes/{process_id}/assessments", {
    params: { path: { process_id } },
    body: body as never,
  });

const put = (process_id: string, id: string, body: AssessmentContent) =>
  api.PUT("/api/v1/bpm/processes/{process_id}/assessments/{assessment_id}", {
    ...pathOf(process_id, id),
    body: body as never,
  });

const remove = (process_id: string, id: string) =>
  api.DELETE("/api/v1/bpm/processes/{process_id}/assessments/{assessment_id}", pathOf(process_id, id));

const writtenIn = ({
  overall_score,
  efficiency,
  effectiveness,
  compliance,
  automation,
  notes,
}: Assessment): AssessmentContent => ({
  ...{ overall_score, efficiency, effectiveness, compliance, automation },
  notes: notes ?? "",
});

/** Assesses a process. */
export function assess(process_id: string, assessment_date: string, written: AssessmentContent): Promise<boolean> {
  let id = "";
  return saveProcess(
    t`The process is assessed as of ${day(assessment_date)}`,
    async () => {
      const reply = await received(send(process_id, { ...written, assessment_date }));
      id = reply.data?.id ?? "";
      return reply;
    },
    () => remove(process_id, id),
  );
}

/** Changes the scores and the notes of an assessment. */
export const changeAssessment = (
  process_id: string,
  assessment: Assessment,
  written: AssessmentContent,
): Promise<boolean> =>
  saveProcess(
    t`The assessment of ${day(assessment.assessment_date)} is changed`,
    () => put(process_id, assessment.id, written),
    () => put(process_id, assessment.id, writtenIn(assessment)),
  );

/** Deletes an assessment. */
export const deleteAssessment = (process_id: string, assessment: Assessment): Promise<boolean> => {
  const { id, assessment_date, action_items } = assessment;
  return saveProcess(
    t`The assessment of ${day(assessment_date)} is deleted`,
    () => remove(process_id, id),
    () => send(process_id, { ...writtenIn(assessment), assessment_date, action_items }),
  );
};
