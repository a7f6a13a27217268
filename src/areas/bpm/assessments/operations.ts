/** /bpm/processes/{process_id}/assessments */
import { del, get, type Operation, post, put } from "../../../core/api/operation";
import { slice } from "../../../http/pagination";
import { createAssessment, deleteAssessment, listAssessments, updateAssessment } from "./assessments";
import { listLatest } from "./latest";
import * as model from "./model";

const ASSESSMENTS = { permission: "bpm.assessments" } as const;

export const operations: readonly Operation[] = [
  get(
    "/bpm/assessments",
    "The processes with their latest assessment and the one before, by name",
    {
      own: true,
      operationId: "listLatestAssessments",
      ...ASSESSMENTS,
      query: model.LatestQuery,
      answer: model.LatestAssessment.array(),
      readsMuch: true,
    },
    ({ query, set }) => slice(listLatest(query), query, set),
  ),
  get(
    "/bpm/processes/{process_id}/assessments",
    "The assessments of a process, the latest first",
    { ...ASSESSMENTS, query: model.AssessmentQuery, answer: model.ProcessAssessment.array(), readsMuch: true },
    ({ params, query, set }) => slice(listAssessments(params.process_id), query, set),
  ),
  post(
    "/bpm/processes/{process_id}/assessments",
    "Assess a process",
    { ...ASSESSMENTS, body: model.NewAssessment, answer: model.CreatedAssessment, status: 201 },
    ({ params, body, actor }) => createAssessment(actor, params.process_id, body),
  ),
  put(
    "/bpm/processes/{process_id}/assessments/{assessment_id}",
    "Change an assessment, but for its date",
    { ...ASSESSMENTS, body: model.AssessmentChanges, answer: model.UpdatedAssessment },
    ({ params, body }) => {
      updateAssessment(params.process_id, params.assessment_id, body);
      return { id: params.assessment_id, status: "updated" as const };
    },
  ),
  del("/bpm/processes/{process_id}/assessments/{assessment_id}", "Delete an assessment", ASSESSMENTS, ({ params }) =>
    deleteAssessment(params.process_id, params.assessment_id),
  ),
];
