/** /bpm/templates */
import { get, type Operation } from "../../../core/api/operation";
import { slice } from "../../../http/pagination";
import { ListQuery } from "../model";
import { Template, TemplateSummary } from "./model";
import { getTemplate, listTemplates } from "./templates";

export const operations: readonly Operation[] = [
  get(
    "/bpm/templates",
    "Starters for new flows",
    { permission: "auth", query: ListQuery, answer: TemplateSummary.array() },
    ({ query, set }) => slice(listTemplates(), query, set),
  ),
  get(
    "/bpm/templates/{template_key}",
    "A starter with its BPMN",
    { permission: "auth", answer: Template },
    ({ params }) => getTemplate(params.template_key),
  ),
];
