/** The calls of the wizard: each is answered from all that it is sent, by a model or by rules. */
import { z } from "zod";
import { transaction } from "../../../../db";
import type { Actor } from "../../../core/access/actor";
import type { ReadTask } from "../../../core/api/operation";
import { ModelError } from "../../../core/llm/client";
import { analysisModel } from "../../../core/llm/configuration";
import type { Model } from "../../../core/llm/providers";
import { askFor } from "../../../core/llm/structured";
import { Problem, refused } from "../../../http/errors";
import { ANSWER_TIMEOUT, createAnalysisRun } from "../../analyses";
import { findContextTask, type WizardContext } from "./context";
import { repairPlanTask } from "./guardrails";
import { proposeMapping } from "./local/mapping";
import { proposeDependencies, proposeGaps, proposeOptions } from "./local/options";
import { businessQuestions, technicalQuestions } from "./local/questions";
import { Mapping } from "./mapping";
import type { ArchitectRequest } from "./model";
import { type Phase, wizardPrompt } from "./prompts";

/** A field of a request, and what it must hold. */
type RequestField = keyof ArchitectRequest;

const neededIn: Readonly<Record<Phase, readonly RequestField[]>> = {
  phase1: ["requirement"],
  phase2: ["requirement", "phase1QA"],
  options: ["requirement", "allQA"],
  gaps: ["requirement", "allQA", "selectedOption"],
  deps: ["requirement", "allQA", "selectedOption", "selectedProducts"],
  mapping: ["requirement", "allQA"],
};

const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  (typeof value === "string" ? value.trim() === "" : typeof value === "object" && Object.keys(value).length === 0);

/** @throws Problem 400 naming the first field that is missing or empty */
function requireNeeded(phase: Phase, request: ArchitectRequest): void {
  const missing = neededIn[phase].find((field) => isEmpty(request[field]));
  if (missing) throw refused(`${missing} is required and must not be empty`);
}

/** The lists that an answer must have. */
const listsOf: Readonly<Record<Phase, readonly string[]>> = {
  phase1: ["questions", "detectedPatterns"],
  phase2: ["questions", "keyInsights", "missingCapabilities"],
  options: ["options"],
  gaps: ["gaps"],
  deps: ["dependencies"],
  mapping: ["capabilities", "proposedCards", "proposedRelations"],
};

type Answer = Record<string, unknown>;

/** Returns an answer of a model: an object, or the only list of the phase without the object around it. */
const AnswerOf = (phase: Phase) =>
  z.unknown().transform((value, context): Answer => {
    const [list] = listsOf[phase] as [string];
    if (Array.isArray(value)) return { [list]: value };
    if (typeof value === "object" && value !== null) return value as Answer;
    context.addIssue("must be an object");
    return z.NEVER;
  });

/** Returns the answer with each of its lists, empty where there is none. */
const withLists = (phase: Phase, answer: Answer): Answer => ({
  ...answer,
  ...Object.fromEntries(listsOf[phase].map((name) => [name, Array.isArray(answer[name]) ? answer[name] : []])),
});

/**
 * Returns the answer of a model. When it answers in another shape, that of the rules stands, with what has failed.
 * @throws Problem 502 when the model doesn't answer at all
 */
async function askModel(
  model: Model,
  phase: Phase,
  context: WizardContext,
  request: ArchitectRequest,
  signal: AbortSignal,
): Promise<Answer> {
  try {
    const options = { timeout: ANSWER_TIMEOUT, signal };
    const answer = await askFor(model, wizardPrompt(phase, context, request), AnswerOf(phase), options);
    return { ...answer, engine: model.name };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    if (error.failure !== "output") throw new Problem(502, error.message);
    return { ...answerLocally(phase, context, request), problems: [error.message] };
  }
}

/** Returns the answer of the rules. */
const answerLocally = (phase: Phase, context: WizardContext, request: ArchitectRequest): Answer => ({
  ...ruledAnswer(phase, context, request),
  engine: "local",
});

function ruledAnswer(phase: Phase, context: WizardContext, request: ArchitectRequest): Answer {
  switch (phase) {
    case "phase1":
      return businessQuestions(context);
    case "phase2":
      return technicalQuestions(context);
    case "options":
      return proposeOptions(context);
    case "gaps":
      return proposeGaps(context, request.selectedOption);
    case "deps":
      return proposeDependencies(context);
    case "mapping":
      return proposeMapping(context, request);
  }
}

/**
 * Answers a phase of the wizard.
 * @param read reads the landscape that it is about
 * @throws Problem 400 naming what is missing; 502 when the model doesn't answer
 */
export async function answerPhase(
  phase: Phase,
  request: ArchitectRequest,
  read: ReadTask,
  signal: AbortSignal,
): Promise<Answer> {
  requireNeeded(phase, request);
  const model = analysisModel();
  const context = await read(findContextTask, request);
  const answer = model
    ? await askModel(model, phase, context, request, signal)
    : answerLocally(phase, context, request);
  const complete = withLists(phase, answer);
  if (phase !== "mapping") return complete;
  return read(repairPlanTask, { mapping: Mapping.parse(complete), context });
}

/** Stores a target architecture that was proposed, as a completed run. Publishes `analysis.completed`. */
export function storeProposal(actor: Actor, proposal: Answer): Answer {
  transaction(() => createAnalysisRun(actor, "architect", proposal));
  return proposal;
}
