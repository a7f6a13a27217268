/** Assesses all cards by the rules of regulations, without any model. */
import { backgroundTask } from "../../../core/threads/tasks";
import { EU_AI_ACT, rulesOf } from "../rules";
import { type AiScope, type AssessedCard, isCritical } from "../rules/facts";
import { evidenceFor, fails, type Rule } from "../rules/rule";
import { type Cause, causesOf } from "./causes";
import { type FoundFinding, MAX_PER_RULE } from "./found";
import { assessedCards } from "./surroundings";

/** Cards that a model is shown for each regulation. */
const MAX_SHOWN = 320;
/** Cards with artificial intelligence, names of critical cards, subtypes and vendors that a model is shown. */
const MAX_AI = 100;
const MAX_CRITICAL = 20;
const MAX_SUBTYPES = 20;
const MAX_VENDORS = 15;

/** A card as a model is shown it. */
export type ShownCard = {
  id: string;
  name: string;
  type: string;
  subtype: string | null;
  vendor: string | null;
  criticality: string | null;
  lifecycle: string | null;
  description: string;
  bears_ai: boolean;
  /** The gaps that the rules have found. */
  gaps: string[];
};

/** The landscape in figures, as a model is shown it. */
export type Context = {
  total: number;
  by_type: Record<string, number>;
  subtypes: string[];
  vendors: string[];
  critical: string[];
  ai_bearing: ({ id: string; name: string; type: string; description: string } & AiScope)[];
};

/** A card with artificial intelligence, and how it is known. */
export type AiBearing = { id: string; signal: string };

/** The findings of the rules, and the material that a model is shown. */
export type Assessment = {
  /** The findings as JSON, which the server's thread only hands on. */
  findings: string;
  count: number;
  /** The causes of the findings, those that concern most cards first. */
  causes: Cause[];
  cards: number;
  aiBearing: number;
  /** Cards with artificial intelligence about which no rule of its regulation finds anything. */
  unassessed: AiBearing[];
  context: Context;
  /** Regulation → the cards that a model is shown. */
  shown: Record<string, ShownCard[]>;
};

type Input = {
  regulations: { key: string; label: string }[];
  /** The scopes that a model has given to cards that state none themselves. */
  scopes: [id: string, scope: AiScope][];
  forModel: boolean;
};

const cut = (text: string, length: number) => text.slice(0, length).toWellFormed();

const textOf = ({ card }: AssessedCard, key: string): string | null => {
  const value = card.attributes[key];
  return typeof value === "string" && value !== "" ? value : null;
};

const finding = (regulation: string, rule: Rule, of: AssessedCard | undefined): FoundFinding => ({
  regulation,
  regulation_article: rule.article,
  card_id: of?.card.id ?? null,
  category: rule.category,
  requirement: rule.requirement,
  status: rule.status,
  severity: rule.severity,
  gap_description: of ? rule.gap : `${rule.gap} This holds for more cards than the ${MAX_PER_RULE} that are listed.`,
  evidence: of ? evidenceFor(rule, of) : null,
  remediation: rule.remediation,
  ai_detected: regulation === EU_AI_ACT && of?.ai !== undefined,
  engine: "local",
});

/** Applies a rule: its finding names the cards that fail it, and that there are more if there are many. */
function applyRule(regulation: string, rule: Rule, cards: readonly AssessedCard[]): FoundFinding[] {
  const failing = cards.filter((card) => fails(rule, card));
  const listed = failing.slice(0, MAX_PER_RULE).map((card) => finding(regulation, rule, card));
  return failing.length > MAX_PER_RULE ? [...listed, finding(regulation, rule, undefined)] : listed;
}

/** That nothing can be said of a regulation without rules, unless there is a model. */
const withoutRules = ({ key, label }: { key: string; label: string }): FoundFinding => ({
  regulation: key,
  regulation_article: null,
  card_id: null,
  category: "configuration",
  requirement: `Cards are assessed against ${label}.`,
  status: "review_needed",
  severity: "info",
  gap_description: "There are no rules for this regulation, and no language model is configured.",
  evidence: null,
  remediation: "Configure a language model in the AI settings, or enter findings manually.",
  ai_detected: false,
  engine: "local",
});

function shownCard(of: AssessedCard, gaps: readonly string[]): ShownCard {
  const { id, name, type, subtype, description } = of.card;
  return {
    id,
    name,
    type,
    subtype,
    vendor: textOf(of, "vendor"),
    criticality: textOf(of, "businessCriticality"),
    lifecycle: of.phase,
    description: cut(description ?? "", 200),
    bears_ai: of.ai !== undefined,
    gaps: [...gaps],
  };
}

/**
 * Returns the cards that a model is shown of a regulation: those with the most to say first, then critical ones, then the
 * others.
 */
function cardsToShow(cards: readonly AssessedCard[], findings: readonly FoundFinding[]): ShownCard[] {
  const gaps = Map.groupBy(findings, ({ card_id }) => card_id);
  const found = (id: string) => gaps.get(id) ?? [];
  const rankOf = ({ card, ai }: AssessedCard) => 3 * found(card.id).length + (ai ? 2 : 0) + (isCritical(card) ? 1 : 0);
  const ranked = cards.map((card) => ({ card, rank: rankOf(card) })).sort((a, b) => b.rank - a.rank);
  const gapsOf = (of: AssessedCard) =>
    found(of.card.id).map(({ regulation_article, gap_description }) => `${regulation_article}: ${gap_description}`);
  return ranked.slice(0, MAX_SHOWN).map(({ card }) => shownCard(card, gapsOf(card)));
}

/** Returns the values that occur most often. */
function commonest(values: readonly (string | null)[], most: number): string[] {
  const groups = Map.groupBy(values, (value) => value);
  const sorted = [...groups].sort(([, a], [, b]) => b.length - a.length);
  return sorted.flatMap(([value]) => value ?? []).slice(0, most);
}

function contextOf(cards: readonly AssessedCard[]): Context {
  const byType = Map.groupBy(cards, ({ card }) => card.type);
  return {
    total: cards.length,
    by_type: Object.fromEntries([...byType].map(([type, some]) => [type, some.length])),
    subtypes: commonest(
      cards.map(({ card }) => card.subtype),
      MAX_SUBTYPES,
    ),
    vendors: commonest(
      cards.map((card) => textOf(card, "vendor")),
      MAX_VENDORS,
    ),
    critical: cards
      .filter(({ card }) => isCritical(card))
      .slice(0, MAX_CRITICAL)
      .map(({ card }) => card.name),
    ai_bearing: cards
      .slice()
      .flatMap(({ card: { id, name, type, description }, ai }) =>
        ai ? [{ id, name, type, description: cut(description ?? "", 300), ...ai }] : [],
      )
      .slice(0, MAX_AI),
  };
}

/** Returns the cards with artificial intelligence about which findings say nothing. */
function unassessedAi(cards: readonly AssessedCard[], findings: readonly FoundFinding[]): AiBearing[] {
  const found = new Set(findings.map(({ card_id, ai_detected }) => (ai_detected ? card_id : null)));
  const bearing = cards.flatMap(({ card: { id }, ai }) => (ai && !found.has(id) ? [{ id, signal: ai.signal }] : []));
  return bearing.slice(0, MAX_PER_RULE);
}

/** Applies the rules of each regulation, and chooses what a model is shown. Critical cards come first. */
function assess({ regulations, scopes, forModel }: Input): Assessment {
  const cards = assessedCards(new Map(scopes)).sort((a, b) => Number(isCritical(b.card)) - Number(isCritical(a.card)));
  const byRegulation = regulations.map((regulation) => {
    const rules = rulesOf(regulation.key);
    if (rules.length === 0 && !forModel) return [withoutRules(regulation)];
    return rules.flatMap((rule) => applyRule(regulation.key, rule, cards));
  });
  const findings = byRegulation.flat();
  const shown = regulations.map(({ key }, place) => [key, cardsToShow(cards, byRegulation[place] ?? [])] as const);
  return {
    findings: JSON.stringify(findings),
    count: findings.length,
    causes: causesOf(findings),
    cards: cards.length,
    aiBearing: cards.filter(({ ai }) => ai !== undefined).length,
    unassessed: unassessedAi(cards, findings),
    context: contextOf(cards),
    shown: forModel ? Object.fromEntries(shown) : {},
  };
}

export const assessTask = backgroundTask("assess compliance", assess);
