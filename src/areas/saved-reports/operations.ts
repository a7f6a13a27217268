/** /saved-reports */
import { z } from "zod";
import { del, get, type Operation, patch, post } from "../../core/api/operation";
import { isLongSvg } from "../../core/pictures";
import { LARGEST_JSON } from "../../http/json";
import { slice } from "../../http/pagination";
import * as model from "./model";
import { createReport, deleteReport, listReports, pictureResponse, requireReport, updateReport } from "./reports";

const READ = { permission: "auth" } as const;
const OWN = { permission: "auth", refusals: [403] } as const;
const LIST = { ...READ, readsMuch: true, query: model.SavedReportQuery, answer: model.SavedReport.array() } as const;
/** In bytes: a picture, and what else a report has. */
const largestBody = model.LONGEST_THUMBNAIL + LARGEST_JSON;
/** Checks whether a body has a picture that takes a while to sanitize. */
const writesMuch = ({ body }: { body: { thumbnail?: string | null | undefined } }) => isLongSvg(body.thumbnail);
const CREATE = { permission: "saved_reports.create", status: 201, largestBody, writesMuch } as const;

export const operations: readonly Operation[] = [
  get("/saved-reports", "The reports that the caller sees, the one changed last first", LIST, ({ query, actor, set }) =>
    slice(listReports(actor, query.filter), query, set),
  ),
  post(
    "/saved-reports",
    "Save a report",
    { ...CREATE, body: model.NewSavedReport, answer: model.SavedReport },
    ({ body, actor }) => createReport(actor, body),
  ),
  get(
    "/saved-reports/{report_id}",
    "A saved report",
    { versioned: true, ...OWN, answer: model.SavedReport },
    ({ params, actor }) => requireReport(actor, params.report_id),
  ),
  patch(
    "/saved-reports/{report_id}",
    "Change what is given of a saved report",
    {
      current: ({ params, actor }) => requireReport(actor, params.report_id),
      ...OWN,
      largestBody,
      writesMuch,
      body: model.SavedReportChanges,
      answer: model.SavedReport,
    },
    ({ params, body, actor }) => updateReport(actor, params.report_id, body),
  ),
  get(
    "/saved-reports/{report_id}/thumbnail",
    "The preview picture of a saved report",
    { own: true, ...OWN, answer: z.string(), media: "image/png" },
    ({ params, actor }) => pictureResponse(actor, params.report_id),
  ),
  del("/saved-reports/{report_id}", "Delete a saved report", OWN, ({ params, actor }) =>
    deleteReport(actor, params.report_id),
  ),
];
