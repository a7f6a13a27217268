/** The facts about a card that rules look at. */
import type { EolStatus } from "../../eol";
import type { LandscapeCard } from "../../turbolens";

/** The role in which a card bears artificial intelligence, and the reason for it. */
export type AiScope = {
  role: "provider" | "consumer" | "embedded";
  /** From 0 to 1. */
  confidence: number;
  subtype_match: boolean;
  signal: string;
};

/** A card with what surrounds it. */
export type AssessedCard = {
  card: LandscapeCard;
  ai: AiScope | undefined;
  /** Attributes of the data that it uses. */
  data: readonly Record<string, unknown>[];
  /** Attributes of those who supply it. */
  providers: readonly Record<string, unknown>[];
  /** True when somebody is more than an observer of it. */
  isOwned: boolean;
  support: EolStatus;
  /** True when something underneath is no longer supported. */
  restsOnUnsupported: boolean;
  phase: string | null;
  /** True when another card succeeds it. */
  isSucceeded: boolean;
  /** True when it is linked to a capability or a process. */
  isMapped: boolean;
  /** True when one of its providers supplies much of what is critical. */
  isConcentrated: boolean;
};

/** Returns a field of a card, by its key: an attribute, or `type` or `subtype`. */
export const fieldOf = ({ card }: AssessedCard, key: string): unknown =>
  key === "type" || key === "subtype" ? card[key] : card.attributes[key];

const isOneOf = (value: unknown, ...values: string[]) => typeof value === "string" && values.includes(value);

const isCloud = (of: AssessedCard) =>
  isOneOf(fieldOf(of, "hostingType"), "cloudSaaS", "cloudPaaS", "cloudIaaS", "hybrid") ||
  isOneOf(fieldOf(of, "subtype"), "saas", "paas", "iaas");

const isInternal = ({ providerType }: Record<string, unknown>) => providerType === "internalProvider";

const SENSITIVITIES = ["public", "internal", "confidential", "restricted"];

type Fact = {
  /** The words that follow `the card`. */
  says: string;
  holds: (card: AssessedCard) => boolean;
};

/** Checks whether a card is critical to the business. */
export const isCritical = (card: Pick<LandscapeCard, "attributes">): boolean =>
  isOneOf(card.attributes["businessCriticality"], "missionCritical", "businessCritical");

export const facts = {
  bearsAi: { says: "bears artificial intelligence", holds: ({ ai }) => ai !== undefined },
  isCritical: { says: "is critical to the business", holds: ({ card }) => isCritical(card) },
  isCloud: { says: "runs in a cloud", holds: isCloud },
  isBought: {
    says: "comes from outside",
    holds: (of) =>
      fieldOf(of, "commercialApplication") === true ||
      isCloud(of) ||
      of.providers.some((provider) => !isInternal(provider)),
  },
  usesData: { says: "uses data of the business", holds: ({ data }) => data.length > 0 },
  usesPersonalData: {
    says: "uses data about people",
    holds: ({ data }) => data.some(({ isPersonalData }) => isPersonalData === true),
  },
  usesSensitiveData: {
    says: "uses confidential or restricted data",
    holds: ({ data }) => data.some(({ dataSensitivity }) => isOneOf(dataSensitivity, "confidential", "restricted")),
  },
  knowsSensitivity: {
    says: "uses data whose sensitivity is known",
    holds: ({ data }) => data.every(({ dataSensitivity }) => isOneOf(dataSensitivity, ...SENSITIVITIES)),
  },
  isDescribed: { says: "is described", holds: ({ card }) => Boolean(card.description?.trim()) },
  isOwned: { says: "has somebody responsible", holds: ({ isOwned }) => isOwned },
  namesProvider: { says: "names its provider", holds: ({ providers }) => providers.length > 0 },
  knowsContractEnd: {
    says: "has a provider whose contract has a known end",
    holds: ({ providers }) => providers.some(({ contractEnd }) => typeof contractEnd === "string"),
  },
  isUnsupported: { says: "is no longer supported", holds: ({ support }) => support === "eol" },
  restsOnUnsupported: {
    says: "rests on what is no longer supported",
    holds: ({ restsOnUnsupported }) => restsOnUnsupported,
  },
  isPhasingOut: { says: "is being phased out", holds: ({ phase }) => isOneOf(phase, "phaseOut", "endOfLife") },
  isSucceeded: { says: "has a successor", holds: ({ isSucceeded }) => isSucceeded },
  hasLifecycle: { says: "has a life cycle", holds: ({ card }) => Object.keys(card.lifecycle).length > 0 },
  isMapped: { says: "is linked to a capability or a process", holds: ({ isMapped }) => isMapped },
  isConcentrated: {
    says: "has a provider who supplies much of what is critical",
    holds: ({ isConcentrated }) => isConcentrated,
  },
} as const satisfies Record<string, Fact>;

export type FactName = keyof typeof facts;
