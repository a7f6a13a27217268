/** Loads what the demo company fears, has decided, and has set down: risks, decision records and statements of work. */
import { type Choice, type DemoDecision, type DemoRisk, dayIn, decisions, risks, statements } from "../../db/seed/demo";
import { createAdr, linkCard } from "../areas/adr";
import { changeRisk, createRisk, createTask } from "../areas/risks";
import { createSoaw } from "../areas/soaw";
import type { Actor } from "../core/access/actor";

/** The ids of the cards that a choice names. */
export type IdsIn = (choice: Choice) => string[];

const paragraph = (text: string) => `<p>${text}</p>`;

/** Creates a risk with its mitigation tasks; one that is worked on has gone through the states before. */
function createDemoRisk(actor: Actor, risk: DemoRisk, idsIn: IdsIn, dayOf: (month: number) => string): void {
  const { title, description, category, initial, residual, month, on, tasks = [] } = risk;
  const [initial_probability, initial_impact] = initial;
  const target_resolution_date = month === undefined ? null : dayOf(month);
  const id = createRisk(actor, {
    title,
    description,
    category,
    initial_probability,
    initial_impact,
    target_resolution_date,
    owner_id: actor.userId,
    card_ids: idsIn(on),
  });
  for (const [task, due, recurrence_unit = "none"] of tasks)
    createTask(actor, id, {
      title: task,
      due_date: dayOf(due),
      owner_id: actor.userId,
      recurrence_unit,
      recurrence_interval: 1,
    });
  if (!residual) return;
  const [residual_probability, residual_impact] = residual;
  changeRisk(actor, id, { status: "analysed", residual_probability, residual_impact });
  for (const status of ["mitigation_planned", "in_progress"] as const) changeRisk(actor, id, { status });
}

function createDecision(actor: Actor, { on, alternatives, title, ...texts }: DemoDecision, idsIn: IdsIn): void {
  const id = createAdr(actor, {
    title,
    context: paragraph(texts.context),
    decision: paragraph(texts.decision),
    consequences: paragraph(texts.consequences),
    alternatives_considered: paragraph(alternatives),
    related_decisions: [],
  });
  for (const cardId of idsIn(on)) linkCard(actor, id, cardId);
}

/** Creates them all; part of the running transaction. */
export function createDecisions(actor: Actor, idsIn: IdsIn, today: Date): void {
  const dayOf = (month: number) => dayIn(month / 12, today);
  for (const risk of risks) createDemoRisk(actor, risk, idsIn, dayOf);
  for (const decision of decisions) createDecision(actor, decision, idsIn);
  for (const { name, initiative, sections } of statements)
    createSoaw(actor, {
      name,
      status: "draft",
      initiative_id: idsIn({ Initiative: initiative })[0],
      document_info: { prepared_by: actor.displayName, date: dayOf(-1) },
      sections: Object.fromEntries(
        Object.entries(sections).map(([id, text]) => [id, { content: paragraph(text), hidden: false }]),
      ),
    });
}
