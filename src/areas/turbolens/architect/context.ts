/** Says what a call of the wizard is answered from: what was chosen, and a digest of the landscape. */
import { inList, listOf, statement } from "../../../../db";
import { termsOf } from "../../../analysis/words";
import { readingTask } from "../../../core/threads/tasks";
import { principlesText } from "../../ai";
import { metamodel } from "../../metamodel";
import { APPLICATION, BUSINESS_CAPABILITY, INTERFACE, IT_COMPONENT, PROVIDER } from "../landscape";
import { type Consolidation, consolidationsFor } from "./consolidations";
import { findInsights, type Insights } from "./insights";
import { intentsOf } from "./intents";
import type { ArchitectRequest } from "./model";
import { type Neighbourhood, neighbourhoodOf, uuidsIn } from "./neighbourhood";
import { findSubjects } from "./subjects";

/** A capability that was chosen; a new one has no card. */
export type TargetCapability = {
  id: string;
  name: string;
  isNew: boolean;
  applications: { id: string; name: string }[];
};
/** A card that proposals may reuse. */
export type ExistingCard = { id: string; name: string; type: string };

export type WizardContext = {
  requirement: string;
  intents: string[];
  answers: { question: string; answer: string }[];
  objectives: { id: string; name: string; description: string | null }[];
  capabilities: TargetCapability[];
  consolidations: Consolidation[];
  /** Type → how many cards there are, and the names of some. */
  landscape: Record<string, { count: number; names: string[] }>;
  vendors: Record<string, string[]>;
  cardTypes: { key: string; label: string; subtypes: string[] }[];
  relationTypes: { key: string; label: string; source: string; target: string }[];
  existing: ExistingCard[];
  neighbourhood: Neighbourhood;
  insights: Insights;
  principles: string;
};

/** The types whose cards proposals may reuse. */
export const reusableTypes = [
  APPLICATION,
  "DataObject",
  INTERFACE,
  IT_COMPONENT,
  BUSINESS_CAPABILITY,
  PROVIDER,
  "System",
] as const;

/** Names of cards of a type, and of vendors of a category. */
const MAX_NAMES = 20;
const MAX_VENDORS = 15;
/** Cards that proposals may reuse. */
const MAX_EXISTING = 400;
const MAX_ANSWERS = 60;
/** Applications of a capability that are named. */
const MAX_APPLICATIONS = 10;

const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value ?? ""));

/** Returns the questions with their answers; an object in place of a list counts as none. */
function answersIn(given: unknown): WizardContext["answers"] {
  if (!Array.isArray(given)) return [];
  return given.slice(0, MAX_ANSWERS).flatMap((entry) => {
    if (typeof entry !== "object" || entry === null) return [];
    const { question, answer } = entry as Record<string, unknown>;
    return [{ question: textOf(question).slice(0, 1_000), answer: textOf(answer).slice(0, 4_000) }];
  });
}

/** Returns the applications that support each of some capabilities. */
function applicationsOf(capabilityIds: readonly string[]): Map<string, { id: string; name: string }[]> {
  const rows = statement<{ capability: string; id: string; name: string }>(
    `SELECT c.id AS capability, a.id, a.name FROM cards c JOIN relations r ON r.target_seq = c.seq
     JOIN cards a ON a.seq = r.source_seq
     WHERE ${inList("c.id")} AND a.type = ? AND a.status = 'ACTIVE' ORDER BY c.id, a.name, a.seq`,
  ).all(listOf(capabilityIds), APPLICATION);
  const byCapability = Map.groupBy(rows, ({ capability }) => capability);
  return new Map([...byCapability].map(([id, some]) => [id, some.slice(0, MAX_APPLICATIONS)]));
}

/** Returns the capabilities that were chosen; of those that exist, what the repository calls them. */
function capabilitiesIn(chosen: ArchitectRequest["selectedCapabilities"]): TargetCapability[] {
  const given = (chosen ?? []).map((capability) => ({
    id: textOf(capability["id"]).slice(0, 200),
    name: textOf(capability["name"]).slice(0, 500),
    isNew: capability["isNew"] === true,
  }));
  const ids = uuidsIn(given.filter(({ isNew }) => !isNew).map(({ id }) => id));
  const stored = new Map(
    statement<{ id: string; name: string }>(`SELECT id, name FROM cards WHERE ${inList("id")} AND status <> 'ARCHIVED'`)
      .all(listOf(ids))
      .map(({ id, name }) => [id, name]),
  );
  const applications = applicationsOf(ids);
  return given
    .filter(({ id, isNew }) => isNew || stored.has(id))
    .map(({ id, name, isNew }) => ({
      id,
      name: stored.get(id) ?? name,
      isNew,
      applications: applications.get(id) ?? [],
    }));
}

/** Finds some cards of each type of the landscape, and how many there are. */
function findLandscape(): WizardContext["landscape"] {
  const entries = [APPLICATION, IT_COMPONENT, INTERFACE].map((type) => {
    const names = statement<{ name: string }>(
      `SELECT name FROM cards WHERE type = ? AND status <> 'ARCHIVED' ORDER BY seq LIMIT ${MAX_NAMES}`,
    ).all(type);
    const counted = statement<{ count: number }>(
      "SELECT coalesce(sum(count), 0) AS count FROM card_counts WHERE type = ? AND status <> 'ARCHIVED'",
    ).get(type);
    return [type, { count: counted?.count ?? 0, names: names.map(({ name }) => name) }] as const;
  });
  return Object.fromEntries(entries);
}

/** Maps category → the most used vendors in it. */
function listVendors(): WizardContext["vendors"] {
  const rows = statement<{ category: string; vendor_name: string }>(
    "SELECT category, vendor_name FROM turbolens_vendor_analysis ORDER BY app_count DESC, vendor_name DESC LIMIT 1000",
  ).all();
  const byCategory = Map.groupBy(rows, ({ category }) => category);
  return Object.fromEntries(
    [...byCategory].map(([category, some]) => [category, some.slice(0, MAX_VENDORS).map((row) => row.vendor_name)]),
  );
}

/** Lists the cards that proposals may reuse: of many those whose names have words of the requirement. */
function listExisting(words: ReadonlySet<string>): ExistingCard[] {
  const all = statement<ExistingCard>(
    `SELECT id, name, type FROM cards WHERE ${inList("type")} AND status <> 'ARCHIVED' ORDER BY seq`,
  ).all(listOf(reusableTypes));
  if (all.length <= MAX_EXISTING) return all;
  const hits = ({ name }: ExistingCard) => termsOf(name).filter((word) => words.has(word)).length;
  return all
    .map((card) => ({ card, hits: hits(card) }))
    .sort((a, b) => b.hits - a.hits)
    .slice(0, MAX_EXISTING)
    .map(({ card }) => card);
}

/** Reads what a call of the wizard is answered from. */
export function findContext(request: ArchitectRequest): WizardContext {
  const requirement = request.requirement ?? "";
  const objectiveIds = uuidsIn(request.objectiveIds ?? []);
  const { cardTypes, relationTypes } = metamodel();
  const chosen = request.selectedCapabilities ?? [];
  const capabilities = capabilitiesIn(chosen.length > 0 ? chosen : findSubjects(requirement));
  const supporting = capabilities.flatMap(({ applications }) => applications.map(({ id }) => id));
  const consolidations = consolidationsFor(requirement, new Set(supporting));
  const concerned = consolidations.flatMap(({ keep, retire }) => [keep, ...retire]);
  return {
    requirement,
    intents: intentsOf(requirement),
    answers: answersIn(request.allQA ?? request.phase1QA),
    objectives: statement<{ id: string; name: string; description: string | null }>(
      `SELECT id, name, substr(description, 1, 200) AS description FROM cards WHERE ${inList("id")} ORDER BY seq`,
    ).all(listOf(objectiveIds)),
    capabilities,
    consolidations,
    landscape: findLandscape(),
    vendors: listVendors(),
    cardTypes: [...cardTypes.values()]
      .filter(({ is_hidden }) => !is_hidden)
      .map(({ key, label, subtypes }) => ({ key, label, subtypes: subtypes.map((subtype) => subtype.key) })),
    relationTypes: [...relationTypes.values()]
      .filter(({ is_hidden }) => !is_hidden)
      .map(({ key, label, source_type_key, target_type_key }) => ({
        key,
        label,
        source: source_type_key,
        target: target_type_key,
      })),
    existing: listExisting(new Set(termsOf([requirement, ...concerned].join(" ")))),
    neighbourhood: neighbourhoodOf(objectiveIds),
    insights: findInsights(),
    principles: principlesText("These principles are binding"),
  };
}

export const findContextTask = readingTask("read wizard context", findContext);
