/** Loads how the demo company's processes run: published flows and assessments. */
import { assessments, dayIn, flows } from "../../db/seed/demo";
import { approveVersion, createAssessment, createDraft, requireTemplate, submitDraft } from "../areas/bpm";
import type { Actor } from "../core/access/actor";

/** Publishes the flows and assesses processes; part of the running transaction. @param idOf the id of a process by its name */
export function runProcesses(actor: Actor, idOf: (process: string) => string, today: Date): void {
  for (const [process, template] of flows) {
    const processId = idOf(process);
    const id = createDraft(actor, processId, { bpmn_xml: requireTemplate(template).bpmn_xml, svg_thumbnail: null });
    submitDraft(actor, processId, id);
    approveVersion(actor, processId, id);
  }
  for (const { process, month, scores, notes } of assessments) {
    const [overall_score, efficiency, effectiveness, compliance, automation] = scores;
    createAssessment(actor, idOf(process), {
      assessment_date: dayIn(month / 12, today),
      notes,
      overall_score,
      efficiency,
      effectiveness,
      compliance,
      automation,
    });
  }
}
