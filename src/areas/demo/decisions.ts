/** The steps by which the demo company wrote down what it fears and decides: risks, decision records, statements of work. */
import {
  type DemoDecision,
  type DemoReview,
  type DemoRisk,
  type DemoStatement,
  dayIn,
  decisions,
  risks,
  statements,
} from "../../../db/seed/demo";
import type { Actor } from "../../core/access/actor";
import { adrDocuments, createAdr, linkCard } from "../adr";
import { changeRisk, createRisk, createTask } from "../risks";
import { type DocumentKind, requestSignatures, type SignedDocument, signDocument } from "../signatures";
import { createSoaw, soawDocuments } from "../soaw";
import { cardsIn } from "./landscape";
import type { Cast, IdOf, Step } from "./story";

const paragraph = (text: string) => `<p>${text}</p>`;

/** Creates a risk with its mitigation tasks. @returns its id */
function createDemoRisk(actor: Actor, risk: DemoRisk, idOf: IdOf, owner_id: string, dayOf: (month: number) => string) {
  const { title, description, category, initial, month, on, tasks = [] } = risk;
  const [initial_probability, initial_impact] = initial;
  const id = createRisk(actor, {
    title,
    description,
    category,
    initial_probability,
    initial_impact,
    target_resolution_date: month === undefined ? null : dayOf(month),
    owner_id,
    card_ids: cardsIn(on).map(idOf),
  });
  for (const [task, due, recurrence_unit = "none"] of tasks)
    createTask(actor, id, { title: task, due_date: dayOf(due), owner_id, recurrence_unit, recurrence_interval: 1 });
  return id;
}

/** Steps of a risk's assessment: its residual risk is set once its mitigation is thought of, and then it is worked on. */
function assessmentSteps({ day, by, residual }: DemoRisk, idOfRisk: () => string): Step[] {
  if (!residual) return [];
  const [residual_probability, residual_impact] = residual;
  const states = [
    [7, { status: "analysed" as const, residual_probability, residual_impact }],
    [19, { status: "mitigation_planned" as const }],
    [30, { status: "in_progress" as const }],
  ] as const;
  return states.map(([later, change]) => ({
    day: Math.max(1, day - later),
    by,
    operation: "PATCH /api/v1/risks/{risk_id}",
    work: (actor) => void changeRisk(actor, idOfRisk(), change),
  }));
}

function riskSteps(risk: DemoRisk, idOf: IdOf, cast: Cast, today: Date): Step[] {
  const dayOf = (month: number) => dayIn(month / 12, today);
  const { day, by, owner = "administrator" } = risk;
  let id = "";
  return [
    {
      day,
      by,
      operation: "POST /api/v1/risks",
      work(actor) {
        id = createDemoRisk(actor, risk, idOf, cast.idOf(owner), dayOf);
      },
    },
    ...assessmentSteps(risk, () => id),
  ];
}

/** Returns the steps by which signatures are asked for and given. */
function reviewSteps<D extends SignedDocument>(
  kind: DocumentKind<D>,
  { by, review }: { by: Step["by"]; review?: DemoReview },
  idOfDocument: () => string,
  cast: Cast,
): Step[] {
  if (!review) return [];
  const name = kind.noun.toLowerCase();
  const path = `POST /api/v1/${name}/{${name}_id}`;
  return [
    {
      day: review.day,
      by,
      operation: `${path}/request-signatures`,
      work: (actor) =>
        requestSignatures(
          kind,
          actor,
          idOfDocument(),
          review.signers.map(([who]) => cast.idOf(who)),
        ),
    },
    ...review.signers.flatMap(([who, day]): Step[] =>
      day === undefined
        ? []
        : [{ day, by: who, operation: `${path}/sign`, work: (actor) => signDocument(kind, actor, idOfDocument()) }],
    ),
  ];
}

function decisionSteps(decision: DemoDecision, idOf: IdOf, cast: Cast): Step[] {
  const { day, by, review: _, on, alternatives, title, ...texts } = decision;
  let id = "";
  return [
    {
      day,
      by,
      operation: "POST /api/v1/adr",
      work(actor) {
        id = createAdr(actor, {
          title,
          context: paragraph(texts.context),
          decision: paragraph(texts.decision),
          consequences: paragraph(texts.consequences),
          alternatives_considered: paragraph(alternatives),
          related_decisions: [],
        });
        for (const card of cardsIn(on)) linkCard(actor, id, idOf(card));
      },
    },
    ...reviewSteps(adrDocuments, decision, () => id, cast),
  ];
}

function statementSteps(statement: DemoStatement, idOf: IdOf, cast: Cast, today: Date): Step[] {
  const { day, by, name, initiative, sections } = statement;
  let id = "";
  return [
    {
      day,
      by,
      operation: "POST /api/v1/soaw",
      work(actor) {
        id = createSoaw(actor, {
          name,
          status: "draft",
          initiative_id: idOf({ type: "Initiative", name: initiative }),
          document_info: { prepared_by: actor.displayName, date: dayIn(-1 / 12, today) },
          sections: Object.fromEntries(
            Object.entries(sections).map(([key, text]) => [key, { content: paragraph(text), hidden: false }]),
          ),
        });
      },
    },
    ...reviewSteps(soawDocuments, statement, () => id, cast),
  ];
}

/** Returns the steps of all of them. */
export const writtenSteps = (idOf: IdOf, cast: Cast, today: Date): Step[] => [
  ...risks.flatMap((risk) => riskSteps(risk, idOf, cast, today)),
  ...decisions.flatMap((decision) => decisionSteps(decision, idOf, cast)),
  ...statements.flatMap((statement) => statementSteps(statement, idOf, cast, today)),
];
