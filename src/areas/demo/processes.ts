/** The steps by which the demo company described how its processes run: published flows, a new draft, and assessments. */
import { assessments, dayIn, flows, type Person } from "../../../db/seed/demo";
import type { Actor } from "../../core/access/actor";
import {
  approveVersion,
  createAssessment,
  createDraft,
  listElements,
  requireTemplate,
  submitDraft,
  updateElement,
} from "../bpm";
import { daysSince, type IdOf, type Step } from "./story";

const PROCESS = "BusinessProcess";
const VERSIONS = "POST /api/v1/bpm/processes/{process_id}/flow/versions/{version_id}";
/** The owner of the processes whose flows are published, who approves them. */
const APPROVER: Person = "priya";
/** Type of card → the field of an element that links to one. */
const FIELDS = { Application: "application_id", DataObject: "data_object_id", ITComponent: "it_component_id" } as const;

/** Links the elements of a published flow, by their names, to cards. */
function linkElements(actor: Actor, processId: string, links: (typeof flows)[number][4], idOf: IdOf): void {
  for (const element of listElements(processId)) {
    const cards = Object.entries(links[element.name ?? ""] ?? {}) as [keyof typeof FIELDS, string][];
    if (cards.length === 0) continue;
    const changes = Object.fromEntries(cards.map(([type, name]) => [FIELDS[type], idOf({ type, name })]));
    updateElement(actor, processId, element.id, changes);
  }
}

/** Returns the steps of a flow: drawn and submitted, approved three days later, linked to cards if these are loaded. */
function flowSteps([day, by, name, template, links]: (typeof flows)[number], idOf: IdOf, withCards: boolean): Step[] {
  const processId = () => idOf({ type: PROCESS, name });
  const { bpmn_xml } = requireTemplate(template);
  let id = "";
  const steps: Step[] = [
    {
      day,
      by,
      operation: `${VERSIONS}/submit`,
      work(actor) {
        id = createDraft(actor, processId(), { bpmn_xml, svg_thumbnail: null });
        submitDraft(actor, processId(), id);
      },
    },
    {
      day: day - 3,
      by: APPROVER,
      operation: `${VERSIONS}/approve`,
      work: (actor) => approveVersion(actor, processId(), id),
    },
  ];
  if (!withCards) return steps;
  const work = (actor: Actor) => linkElements(actor, processId(), links, idOf);
  const operation = "PUT /api/v1/bpm/processes/{process_id}/elements/{element_id}";
  return [...steps, { day: day - 6, by, operation, work }];
}

/** Returns the step that begins the next revision of the first flow. */
function revisionStep(idOf: IdOf): Step {
  const [, by, name, template] = flows[0] as (typeof flows)[number];
  const { bpmn_xml } = requireTemplate(template);
  return {
    day: 7,
    by,
    operation: "POST /api/v1/bpm/processes/{process_id}/flow/drafts",
    work: (actor) => void createDraft(actor, idOf({ type: PROCESS, name }), { bpmn_xml, svg_thumbnail: null }),
  };
}

/**
 * Returns the steps that publish the flows and assess processes.
 * @param withCards whether there are cards to link elements to
 */
export const processSteps = (idOf: IdOf, withCards: boolean, today: Date): Step[] => [
  ...flows.flatMap((flow) => flowSteps(flow, idOf, withCards)),
  ...(withCards ? [revisionStep(idOf)] : []),
  ...assessments.map(({ process, by, month, scores, notes }): Step => {
    const [overall_score, efficiency, effectiveness, compliance, automation] = scores;
    const assessment_date = dayIn(month / 12, today);
    const assessed = { assessment_date, notes, overall_score, efficiency, effectiveness, compliance, automation };
    return {
      day: daysSince(assessment_date, today),
      by,
      operation: "POST /api/v1/bpm/processes/{process_id}/assessments",
      work: (actor) => void createAssessment(actor, idOf({ type: PROCESS, name: process }), assessed),
    };
  }),
];
