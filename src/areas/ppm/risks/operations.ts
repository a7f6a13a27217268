/** /ppm/initiatives/{initiative_id}/risks and /ppm/risks */
import { del, get, type Operation, patch, post } from "../../../core/api/operation";
import { slice } from "../../../http/pagination";
import { CREATE, list, MANAGE } from "../facts";
import * as model from "./model";
import { createRisk, deleteRisk, listRisks, requireRisk, updateRisk } from "./risks";

const ANSWER = { ...MANAGE, answer: model.ProjectRisk } as const;

export const operations: readonly Operation[] = [
  get(
    "/ppm/initiatives/{initiative_id}/risks",
    "The risks of a project, the highest first",
    { ...list("ppm_risks", "initiative_id", "description", "mitigation"), answer: model.ProjectRisk.array() },
    ({ params, query, set }) => slice(listRisks(params.initiative_id), query, set),
  ),
  post(
    "/ppm/initiatives/{initiative_id}/risks",
    "Create a risk of a project",
    { ...ANSWER, ...CREATE, body: model.NewProjectRisk },
    ({ params, body, actor }) => createRisk(actor, params.initiative_id, body),
  ),
  patch(
    "/ppm/risks/{risk_id}",
    "Update the fields of a project's risk that are given",
    { current: ({ params }) => requireRisk(params.risk_id), ...ANSWER, body: model.ProjectRiskChanges },
    ({ params, body, actor }) => updateRisk(actor, params.risk_id, body),
  ),
  del("/ppm/risks/{risk_id}", "Delete a risk of a project", MANAGE, ({ params, actor }) =>
    deleteRisk(actor, params.risk_id),
  ),
];
