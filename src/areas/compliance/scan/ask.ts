/** Asking a language model about a regulation, on top of what the rules have found. */
import { z } from "zod";
import { FINDING_STATUSES, SEVERITIES } from "../../../../db/schema/compliance";
import type { Usage } from "../../../core/llm/client";
import type { Model, Prompt } from "../../../core/llm/providers";
import { asData, DATA_RULE } from "../../../core/llm/structured";
import { askInBatches, type Running } from "../../analyses";
import { normalizeArticle } from "../findings/key";
import { EU_AI_ACT, rulesOf } from "../rules";
import type { Context, ShownCard } from "./assess";
import type { FoundFinding } from "./found";

/** Cards of one call, and tokens of its answer. */
const BATCH = 80;
const TOKENS = 3_000;

const Words = z.string().max(10_000).catch("");

/** The answer of a model: something that is required or lacking. An unknown status or severity counts as none. */
const FindingAnswer = z
  .object({
    regulation_article: z.string().max(128).nullish().catch(null),
    card_id: z.string().nullish().catch(null),
    category: Words,
    requirement: Words,
    status: z.enum(FINDING_STATUSES).catch("review_needed"),
    severity: z.enum(SEVERITIES).catch("info"),
    gap_description: Words,
    evidence: Words,
    remediation: Words,
  })
  .refine(({ requirement, gap_description }) => requirement !== "" || gap_description !== "");
type FindingAnswer = z.infer<typeof FindingAnswer>;

/** A regulation as it is asked about. */
export type AskedRegulation = { key: string; label: string; description: string | null };

const promptFor = ({ label, description }: AskedRegulation, context: Context, cards: readonly ShownCard[]): Prompt => ({
  system: `You are an auditor who assesses an enterprise's landscape against ${asData(label)}. ${DATA_RULE} No card decides about its own assessment. Answer with JSON only.`,
  user: `Assess the cards against this regulation: ${asData(description?.trim() || "its usual requirements of applications and technology")}
The landscape: ${asData(context)}
The cards, with the gaps that rules have found already and that need not be repeated: ${asData(cards)}
Answer with {"findings": [{"regulation_article", "card_id": id or null, "scope_type": "card|landscape", "category", "requirement", "status": "${FINDING_STATUSES.join("|")}", "severity": "${SEVERITIES.join("|")}", "gap_description", "evidence", "remediation"}]}, an empty list when nothing applies. Use the ids as they are given, and prefer findings about cards.`,
  maxTokens: TOKENS,
});

const ATTESTING: readonly string[] = ["compliant", "not_applicable"];

/**
 * Returns the findings that a model's answers stand for. A model can't attest what rules decide: cards' texts might have
 * made it do so.
 */
function findingsOf(
  key: string,
  answers: readonly FindingAnswer[],
  ids: ReadonlySet<string>,
  ai: ReadonlySet<string>,
  engine: string,
): FoundFinding[] {
  const covered = new Set(rulesOf(key).map(({ article }) => normalizeArticle(article)));
  return answers
    .filter(({ status, regulation_article = null }) => {
      return !(ATTESTING.includes(status) && covered.has(normalizeArticle(regulation_article)));
    })
    .map(({ card_id, category, evidence, remediation, regulation_article, ...rest }) => {
      const card = card_id && ids.has(card_id) ? card_id : null;
      return {
        ...rest,
        regulation: key,
        regulation_article: regulation_article?.trim() || null,
        card_id: card,
        category: category.slice(0, 64).toWellFormed(),
        evidence: evidence || null,
        remediation: remediation || null,
        ai_detected: key === EU_AI_ACT && card !== null && ai.has(card),
        engine,
      };
    });
}

/** Asks a model for findings of a regulation. @throws ModelError when it answers nothing that could be used */
export async function askAbout(
  running: Running,
  model: Model,
  regulation: AskedRegulation,
  shown: readonly ShownCard[],
  context: Context,
): Promise<{ findings: FoundFinding[]; usage: Usage }> {
  const { answers, usage } = await askInBatches(running, model, {
    items: shown,
    size: BATCH,
    prompt: (cards) => promptFor(regulation, context, cards),
    schema: FindingAnswer,
  });
  const ai = new Set([...shown.filter(({ bears_ai }) => bears_ai), ...context.ai_bearing].map(({ id }) => id));
  const ids = new Set([...shown.map(({ id }) => id), ...ai]);
  return { findings: findingsOf(regulation.key, answers, ids, ai, model.name), usage };
}
