/** The run that looks for what should be modernised. */

import { z } from "zod";
import { db, statement, tables } from "../../../../db";
import { analysisModel } from "../../../core/llm/configuration";
import type { Model, Prompt } from "../../../core/llm/providers";
import { asData, DATA_RULE } from "../../../core/llm/structured";
import { longStep, type StepRun } from "../../../core/runs/step";
import { progress } from "../../../core/threads/progress";
import { backgroundTask } from "../../../core/threads/tasks";
import { now } from "../../../platform/clock";
import { newId } from "../../../platform/ids";
import { principlesText } from "../../ai";
import {
  analysis,
  askForUsable,
  completeAnalysis,
  completeStep,
  engineOf,
  type Running,
  type Summary,
} from "../../analyses";
import { annualCost, IT_COMPONENT, type LandscapeCard, landscapeCards, landscapeLinks, vendorsIn } from "../landscape";
import { factsOf, ranksOf, supportOf } from "./facts";
import { type Advice, adviceFor, COST_FACT } from "./rules";

/** Recommendations that are cached of a type. */
const MAX_ADVICES = 2_000;
/** Cards of one call, tokens of its answer, and cards that a model is shown. */
const BATCH = 25;
const TOKENS = 3_000;
const MAX_SHOWN = 500;

type Input = { target_type: string; modernization_type: string };

/** A recommendation for a card, as it is stored. */
type Assessment = {
  card_id: string;
  card_name: string;
  current_tech: string;
  modernization_type: string;
  recommendation: string;
  effort: string;
  priority: string;
  facts: string;
  engine: string;
};

/** A card as a model is shown it. */
type ShownCard = {
  fs_id: string;
  fs_name: string;
  description: string;
  vendors: string[];
  current_tech: string;
  facts: string[];
};

type CardAssessment = { card: LandscapeCard; vendors: string[]; tech: string; advice: Advice | undefined };

/** Says what a card is made of: the components that it is linked to, or its own version. */
function techOf(card: LandscapeCard, components: readonly string[]): string {
  const version = card.attributes["version"];
  const own = typeof version === "string" && version !== "" ? [`version ${version}`] : [];
  return [...own, ...components.slice(0, 5)].join(", ").slice(0, 500).toWellFormed();
}

/** Returns the cards of a type with what is advised for each. */
function assess(type: string): CardAssessment[] {
  const today = now().slice(0, 10);
  const cards = landscapeCards([type]);
  const links = landscapeLinks([type]);
  const components = landscapeCards([IT_COMPONENT]).filter((card) => supportOf(card, today).support === "eol");
  const unsupported = new Set(components.map(({ seq }) => seq));
  const ranks = ranksOf(cards.map(annualCost));
  return cards.map((card, place) => {
    const own = links.get(card.seq) ?? [];
    const below = [...new Set(own.filter((link) => link.type === IT_COMPONENT).map(({ name }) => name))];
    return {
      card,
      vendors: vendorsIn(own).slice(0, 3),
      tech: techOf(card, below),
      advice: adviceFor(factsOf(card, own, ranks[place] as number, unsupported, today)),
    };
  });
}

const assessmentOf = ({ card, tech, advice }: CardAssessment & { advice: Advice }): Assessment => {
  const { urgency: _, facts, ...rest } = advice;
  return {
    card_id: card.id,
    card_name: card.name,
    current_tech: tech,
    ...rest,
    facts: JSON.stringify(facts),
    engine: "local",
  };
};

const shown = ({ card, vendors, tech, advice }: CardAssessment): ShownCard => ({
  fs_id: card.id,
  fs_name: card.name,
  description: (card.description ?? "").slice(0, 200).toWellFormed(),
  vendors,
  current_tech: tech,
  // Says what a model writes is shown to everybody, those included who may not see costs.
  facts: (advice?.facts ?? []).filter((fact) => fact !== COST_FACT),
});

/** Says what the rules advise for the cards of a type, the most urgent first, and for a model the cards to look at. */
function findModernisations({ target_type }: Input) {
  const urgencyOf = ({ advice }: CardAssessment) => advice?.urgency ?? 0;
  const assessed = assess(target_type).sort((a, b) => urgencyOf(b) - urgencyOf(a));
  const advised = assessed.filter((one): one is CardAssessment & { advice: Advice } => one.advice !== undefined);
  return {
    cards: assessed.length,
    assessments: advised.slice(0, MAX_ADVICES).map(assessmentOf),
    toShow: assessed.slice(0, MAX_SHOWN).map(shown),
  };
}

const level = <T extends string>(levels: readonly T[]) => z.enum(levels as [T, ...T[]]).catch("medium" as T);
const AdviceAnswer = z.object({
  fs_id: z.string(),
  fs_name: z.string().max(500).catch(""),
  current_tech: z.string().max(500).catch(""),
  modernization_type: z.string().max(200).catch(""),
  recommendation: z.string().max(5_000).catch(""),
  effort: level(["low", "medium", "high"]),
  priority: level(["critical", "high", "medium", "low"]),
});

/** Card type → what to look for; every other type is looked at in general. */
const trends: Readonly<Record<string, string>> = {
  Interface: "Think of events and APIs in place of files and point-to-point connections.",
  Application: "Think of hosted services, replaced products, and what stands on ended platforms.",
  ITComponent: "Think of ended versions, successors, and managed services.",
};

const promptFor = ({ target_type, modernization_type }: Input, cards: readonly ShownCard[]): Prompt => ({
  system: `You are an enterprise architect who finds what should be modernised. It is ${now().slice(0, 4)}. ${DATA_RULE} Answer with JSON only.${principlesText("These principles steer recommendations and must not narrow what is assessed")}`,
  user: `Say which of these ${asData(target_type)} cards should be modernised, with this focus: ${asData(modernization_type)} ${trends[target_type] ?? "Think of what its field has moved to."}
Answer with {"assessments": [{"fs_id", "fs_name", "current_tech", "modernization_type", "recommendation", "effort": "low|medium|high", "priority": "critical|high|medium|low", "rationale"}]}, an empty list when nothing applies.
${asData(cards)}`,
  maxTokens: TOKENS,
});

/** Says what a model advises; for cards of batches that failed, what the rules advise stays. */
async function askAbout(input: Input, found: ReturnType<typeof findModernisations>, running: Running, model: Model) {
  const { answers, failed, usage, problem } = await askForUsable(running, model, {
    items: found.toShow,
    size: BATCH,
    prompt: (cards) => promptFor(input, cards),
    schema: AdviceAnswer,
  });
  const cards = new Map(found.toShow.map((card) => [card.fs_id, card]));
  const unanswered = new Set(failed.map(({ fs_id }) => fs_id));
  const own = answers.flatMap(({ fs_id, fs_name: _, ...advice }): Assessment[] => {
    const card = cards.get(fs_id);
    if (!card) return [];
    return [
      { ...advice, card_id: fs_id, card_name: card.fs_name, facts: JSON.stringify(card.facts), engine: model.name },
    ];
  });
  const local = found.assessments.filter(({ card_id }) => unanswered.has(card_id) || !cards.has(card_id));
  return { assessments: [...own, ...local].slice(0, MAX_ADVICES), usage, problem };
}

type Advices = { target_type: string; assessments: Assessment[]; summary: Summary };

/** Replaces the recommendations of a type, and completes the run. Cards that are gone meanwhile are no longer named by id. */
function saveModernisations({ target_type, assessments, summary }: Advices, run: StepRun): void {
  statement("DELETE FROM turbolens_modernization_assessments WHERE target_type = ?").run(target_type);
  const at = now();
  const exists = statement<{ id: string }>("SELECT id FROM cards WHERE id = ?");
  for (const [done, assessment] of assessments.entries()) {
    progress(done, assessments.length);
    const card_id = exists.get(assessment.card_id)?.id ?? null;
    db.insert(tables.modernizations)
      .values({ ...assessment, card_id, id: newId(), target_type, analysed_at: at, created_at: at, updated_at: at })
      .run();
  }
  completeAnalysis(run, summary);
}

export const findModernisationsTask = backgroundTask("find modernisations", findModernisations);
const saveModernisationsStep = longStep("save modernisations", saveModernisations);

/** The analysis that finds what should be modernised. */
export const modernisation = analysis<Input>("modernization", {
  needs: "turbolens.manage",
  steps: [saveModernisationsStep],
  work: async (running, input) => {
    const model = analysisModel();
    const { target_type } = input;
    await running.progress({ step: "reading", current: 1, total: 2 });
    const found = await running.read(findModernisationsTask, input);
    if (found.cards === 0)
      return running.step(completeStep, { summary: { assessments: 0, targetType: target_type, engine: "local" } });
    const asked = model && (await askAbout(input, found, running, model));
    const assessments = asked?.assessments ?? found.assessments;
    const of = engineOf(model, asked ? [asked] : []);
    const summary = { assessments: assessments.length, targetType: target_type, ...of };
    await running.step(saveModernisationsStep, { target_type, assessments, summary });
  },
});
