/** Starters for new flows, which come with the executable. */
import { found } from "../../../http/errors";
import blank from "./blank.bpmn" with { type: "text" };
import hireToRetire from "./hire-to-retire.bpmn" with { type: "text" };
import incidentManagement from "./incident-management.bpmn" with { type: "text" };
import type { Template } from "./model";
import orderToCash from "./order-to-cash.bpmn" with { type: "text" };
import procureToPay from "./procure-to-pay.bpmn" with { type: "text" };
import simpleApproval from "./simple-approval.bpmn" with { type: "text" };

const templates: readonly Template[] = [
  {
    key: "blank",
    name: "Blank Diagram",
    description: "A start and an end in one lane",
    category: "General",
    bpmn_xml: blank,
  },
  {
    key: "simple-approval",
    name: "Simple Approval",
    description: "A request is reviewed, and approved or rejected",
    category: "General",
    bpmn_xml: simpleApproval,
  },
  {
    key: "order-to-cash",
    name: "Order to Cash",
    description: "From an order over its credit check, shipping and invoice to its payment",
    category: "Enterprise",
    bpmn_xml: orderToCash,
  },
  {
    key: "procure-to-pay",
    name: "Procure to Pay",
    description: "From a requisition over its approval, purchase order and goods receipt to its payment",
    category: "Enterprise",
    bpmn_xml: procureToPay,
  },
  {
    key: "hire-to-retire",
    name: "Hire to Retire",
    description: "From an open position over screening, interview and offer to an onboarded employee",
    category: "HR",
    bpmn_xml: hireToRetire,
  },
  {
    key: "incident-management",
    name: "Incident Management",
    description: "An incident is logged, classified, investigated, resolved and closed; in time it is escalated",
    category: "ITIL",
    bpmn_xml: incidentManagement,
  },
];

/** Lists the templates, without their BPMN. */
export const listTemplates = (): Omit<Template, "bpmn_xml">[] =>
  templates.map(({ bpmn_xml: _, ...template }) => template);

/** Finds a template. @throws Problem 404 */
export const requireTemplate = (key: string): Template =>
  found(
    templates.find((one) => one.key === key),
    "Template",
  );
