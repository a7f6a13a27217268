/** The cards that bear artificial intelligence. */
import { z } from "zod";
import type { Usage } from "../../../core/llm/client";
import type { Model, Prompt } from "../../../core/llm/providers";
import { asData, DATA_RULE } from "../../../core/llm/structured";
import { backgroundTask } from "../../../core/threads/tasks";
import { askInBatches, type Running } from "../../analyses";
import { type LandscapeCard, landscapeCards } from "../../turbolens";
import type { AiScope } from "../rules/facts";

/** The types of cards that are scanned. */
export const SCANNED = ["Application", "ITComponent"] as const;

/** Subtypes that say it, by key and by label. */
const SUBTYPES = ["aiAgent", "aiModel", "mcpServer", "AI Agent", "AI Model", "MCP Server"];

/** Returns the scope that a card states itself: how it bears artificial intelligence, that it doesn't, or nothing. */
export function ownScope({ attributes, subtype }: LandscapeCard): AiScope | "none" | undefined {
  const says = attributes["hasAiFeatures"];
  if (says === false) return "none";
  if (subtype !== null && SUBTYPES.includes(subtype))
    return { role: "provider", confidence: 1, subtype_match: true, signal: `its subtype is ${subtype}` };
  return says === true
    ? { role: "embedded", confidence: 1, subtype_match: false, signal: "its field hasAiFeatures says so" }
    : undefined;
}

/** Cards of one call, tokens of its answer, and cards that a model is shown. */
const BATCH = 30;
const TOKENS = 4_000;
const MAX_SHOWN = 300;

/** Words that make it likely. */
const LIKELY =
  /\b(ai|ml|llm|gpt|ki|copilot|chatbot|model|agent|neural|learning|predict\w*|recogni\w*|intelligen\w*)\b/i;

/** A card as a model is shown it. */
type ShownCard = {
  id: string;
  name: string;
  type: string;
  subtype: string | null;
  vendor: string;
  product: string;
  description: string;
};

const textIn = (attributes: Record<string, unknown>, ...keys: string[]): string => {
  const found = keys.map((key) => attributes[key]).find((value) => typeof value === "string" && value !== "");
  return typeof found === "string" ? found : "";
};

const shown = ({ id, name, type, subtype, attributes, description }: LandscapeCard): ShownCard => ({
  id,
  name,
  type,
  subtype,
  vendor: textIn(attributes, "vendor"),
  product: textIn(attributes, "productName", "product") || name,
  description: (description ?? "").slice(0, 500).toWellFormed(),
});

/** Finds the cards that a model is asked about: those that don't say no, the likely ones first. */
function findAiCandidates(): ShownCard[] {
  const isLikely = ({ name, description }: LandscapeCard) => LIKELY.test(`${name} ${description ?? ""}`);
  const open = landscapeCards(SCANNED).filter((card) => ownScope(card) !== "none");
  const rankOf = (card: LandscapeCard) => (ownScope(card) !== undefined ? 0 : isLikely(card) ? 1 : 2);
  const ranked = open.map((card) => ({ card, rank: rankOf(card) })).sort((a, b) => a.rank - b.rank);
  return ranked.slice(0, MAX_SHOWN).map(({ card }) => shown(card));
}

export const findAiCandidatesTask = backgroundTask("find AI candidates", findAiCandidates);

const AiAnswer = z.object({
  id: z.string(),
  ai_role: z.enum(["provider", "consumer", "embedded"]).catch("embedded"),
  confidence: z.number().min(0).max(1).default(0.6),
  signal: z.string().max(1_000).catch(""),
});

const promptFor = (cards: readonly ShownCard[]): Prompt => ({
  system: `You are an auditor who finds out which systems bear artificial intelligence. ${DATA_RULE} Answer with JSON only.`,
  user: `Say which of these cards bear artificial intelligence, judged broadly.
Answer with {"cards": [{"id", "ai_role": "provider|consumer|embedded", "confidence": 0 to 1, "signal"}]}, those alone. Use the ids as they are given.
${asData(cards)}`,
  maxTokens: TOKENS,
});

/** Maps id of a card → how a model says that it bears artificial intelligence. */
export async function askForAiScopes(
  running: Running,
  model: Model,
): Promise<{ scopes: [id: string, scope: AiScope][]; usage: Usage }> {
  const items = await running.read(findAiCandidatesTask, undefined);
  const asked = { items, size: BATCH, prompt: promptFor, schema: AiAnswer };
  const { answers, usage } = await askInBatches(running, model, asked);
  const ids = new Set(items.map(({ id }) => id));
  const scopes = answers
    .filter(({ id }) => ids.has(id))
    .map(({ id, ai_role: role, confidence, signal }): [string, AiScope] => [
      id,
      { role, confidence, subtype_match: false, signal: signal || `${model.name} says so` },
    ]);
  return { scopes, usage };
}
