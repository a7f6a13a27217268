/** /reports/risks */
import { allOf } from "../../../core/access/operation-permission";
import { get, type Operation } from "../../../core/api/operation";
import { Accept, REPORT_MEDIA, respond } from "../table";
import { riskMatrixReport } from "./matrix";
import * as model from "./model";
import { risksOverTime } from "./over-time";

const REPORT = {
  permission: allOf("reports.ea_dashboard", "risks.view"),
  readsMuch: true,
  headers: Accept,
  media: REPORT_MEDIA,
} as const;

export const operations: readonly Operation[] = [
  get(
    "/reports/risks/matrix",
    "Risks by probability and impact, now or at a date",
    { own: true, ...REPORT, query: model.MatrixQuery, answer: model.RiskMatrixReport },
    ({ actor, query, headers }) => respond(riskMatrixReport(actor, query), query, headers),
  ),
  get(
    "/reports/risks/over-time",
    "Risks by level and status, as they were at the end of each of some days",
    { own: true, ...REPORT, query: model.OverTimeQuery, answer: model.RisksOverTime },
    ({ actor, query, headers }) => respond(risksOverTime(actor, query), query, headers),
  ),
];
