/** /bpm/templates */
import { get, type Operation } from "../../../core/api/operation";
import { slice } from "../../../http/pagination";
import { ListQuery } from "../model";
import { Template, TemplateSummary } from "./model";
import { listTemplates, requireTemplate } from "./templates";

export const operations: readonly Operation[] = [
  get(
    "/bpm/templates",
    "Starters for new flows",
    { operationId: "listProcessTemplates", permission: "auth", query: ListQuery, answer: TemplateSummary.array() },
    ({ query, set }) => slice(listTemplates(), query, set),
  ),
  get(
    "/bpm/templates/{template_key}",
    "A starter with its BPMN",
    { operationId: "getProcessTemplate", permission: "auth", answer: Template },
    ({ params }) => requireTemplate(params.template_key),
  ),
];
