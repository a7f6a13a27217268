/** Says what a model is asked in each phase of the wizard. */
import type { Prompt } from "../../../core/llm/providers";
import { asData, DATA_RULE } from "../../../core/llm/structured";
import type { WizardContext } from "./context";
import type { ArchitectRequest } from "./model";

/** The phases of the wizard. */
export type Phase = "phase1" | "phase2" | "options" | "gaps" | "deps" | "mapping";

const REC = `{"name", "vendor", "why", "pros": [], "cons": [], "estimatedCost", "integrationEffort": "low|medium|high", "recommended": false}`;

const tasks: Readonly<Record<Phase, string>> = {
  phase1: `Ask 5 or 6 business questions that decide on the architecture. Shape: {"summary", "detectedPatterns": [], "phase": 1, "phaseTitle", "questions": [{"id", "question", "why", "type": "text|choice|multi", "options": [], "nfrCategory"}]}`,
  phase2: `Ask 5 or 6 technical questions. Shape: {"phase": 2, "phaseTitle", "refined_requirement", "keyInsights": [], "missingCapabilities": [], "questions": [{"id", "question", "why", "type": "text|choice|multi", "options": [], "nfrCategory": "reliability|scalability|security|performance|integration|operational"}]}`,
  options: `Propose 2 to 4 options. Shape: {"summary", "options": [{"id": "opt_1", "title", "approach": "buy|build|extend|reuse", "summary", "estimatedCost", "estimatedDuration", "estimatedComplexity": "low|medium|high|very_high", "pros": [], "cons": [], "impactPreview": {"newComponents": [{"name", "cardTypeKey", "subtype", "role"}], "modifiedComponents": [{"name", "cardTypeKey", "change"}], "newIntegrations": [{"from", "to", "protocol"}], "retiredComponents": [{"name", "cardTypeKey", "role"}]}}]}`,
  gaps: `Name 1 to 3 gaps that the chosen option leaves, each with its best fit and 1 or 2 genuine alternatives; for the approach "buy" 3 to 5 ranked products, the first recommended, each also with "marketPosition", "principleAlignment", "deploymentModel" and "licenseModel". Shape: {"summary", "gaps": [{"capability", "impact", "urgency": "critical|high|medium", "recommendations": [${REC}]}]}`,
  deps: `Name 0 to 3 things that the chosen products need in addition, with 2 or 3 options each. Shape: {"summary", "dependencies": [{"need", "reason", "urgency", "options": [${REC}]}]}`,
  mapping: `Propose the target architecture. Use only the relation types that are given, with their end types; reuse existing cards under their exact name and id; give every new Application a supporting ITComponent, a Provider and a link to a capability; tie every Interface to both of its Applications; add no capabilities beyond those chosen; list every existing card that a relation names; leave nothing without a relation. Ids of new things are as new_app_1. Shape: {"summary", "capabilities": [{"id", "name", "isNew", "existingCardId", "rationale"}], "proposedCards": [{"id", "name", "cardTypeKey", "subtype", "isNew", "existingCardId", "rationale"}], "proposedRelations": [{"sourceId", "targetId", "relationType", "label"}]}`,
};

const tokens: Readonly<Record<Phase, number>> = {
  phase1: 2_500,
  phase2: 2_800,
  options: 4_000,
  gaps: 4_000,
  deps: 3_000,
  mapping: 6_000,
};
/** Ranked products of several gaps take more room. */
const BUY_TOKENS = 6_000;

/** Names of a compact digest. */
const COMPACT = 10;

/** Returns the landscape with fewer names. */
const compact = ({ landscape, vendors }: WizardContext) => ({
  landscape: Object.fromEntries(
    Object.entries(landscape).map(([type, { count, names }]) => [type, { count, names: names.slice(0, COMPACT) }]),
  ),
  vendors: Object.fromEntries(Object.entries(vendors).map(([category, names]) => [category, names.slice(0, 8)])),
});

/** Says what a phase is shown next to the requirement and what was chosen. */
function materialOf(phase: Phase, context: WizardContext, request: ArchitectRequest): Record<string, unknown> {
  const { landscape, vendors, insights, cardTypes, relationTypes, existing, neighbourhood, consolidations } = context;
  const { selectedOption, selectedProducts, selectedRecommendations } = request;
  if (phase === "phase1" || phase === "phase2") return { landscape, vendors, insights };
  const chosen = { ...compact(context), selectedOption };
  if (phase === "options") return { ...compact(context), cardTypes, insights, confirmedDuplicates: consolidations };
  if (phase === "gaps") return { ...chosen, cardTypes };
  if (phase === "deps") return { ...chosen, selectedProducts };
  const around = { nodes: neighbourhood.nodes.slice(0, 60), edges: neighbourhood.edges.slice(0, 40) };
  return { ...chosen, cardTypes, relationTypes, existing, around, selectedRecommendations };
}

/** Returns the prompt of a phase. */
export function wizardPrompt(phase: Phase, context: WizardContext, request: ArchitectRequest): Prompt {
  const { requirement, intents, objectives, capabilities, answers, principles } = context;
  const chosen = phase === "deps" ? {} : { objectives, capabilities };
  const isBuy = phase === "gaps" && request.selectedOption?.["approach"] === "buy";
  return {
    system: `You are an experienced enterprise architect who plans changes of an application landscape. ${DATA_RULE} Answer with JSON only.${principles}`,
    user: `${tasks[phase]}\n${asData({ requirement, intents, ...chosen, answers, ...materialOf(phase, context, request) })}`,
    maxTokens: isBuy ? BUY_TOKENS : tokens[phase],
  };
}
