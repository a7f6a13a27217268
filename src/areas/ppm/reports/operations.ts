/** /ppm/initiatives/{initiative_id}/reports and /ppm/reports */
import { del, get, type Operation, patch, post } from "../../../core/api/operation";
import { LARGEST_LIST } from "../../../http/json";
import { slice } from "../../../http/pagination";
import { CREATE, list, MANAGE } from "../facts";
import * as model from "./model";
import { createReport, deleteReport, findReport, listReports, updateReport } from "./reports";

const ANSWER = { ...MANAGE, answer: model.StatusReport, largestBody: LARGEST_LIST } as const;

export const operations: readonly Operation[] = [
  get(
    "/ppm/initiatives/{initiative_id}/reports",
    "The status reports of an initiative, the latest first",
    {
      ...list("ppm_status_reports", "initiative_id", "summary", "accomplishments", "next_steps"),
      answer: model.StatusReport.array(),
    },
    ({ params, query, set }) => slice(listReports(params.initiative_id), query, set),
  ),
  post(
    "/ppm/initiatives/{initiative_id}/reports",
    "Report on an initiative",
    { ...ANSWER, ...CREATE, body: model.NewStatusReport },
    ({ params, body, actor }) => createReport(actor, params.initiative_id, body),
  ),
  patch(
    "/ppm/reports/{report_id}",
    "Update the fields of a status report that are given",
    { current: ({ params }) => findReport(params.report_id), ...ANSWER, body: model.StatusReportChanges },
    ({ params, body, actor }) => updateReport(actor, params.report_id, body),
  ),
  del("/ppm/reports/{report_id}", "Delete a status report", MANAGE, ({ params, actor }) =>
    deleteReport(actor, params.report_id),
  ),
];
