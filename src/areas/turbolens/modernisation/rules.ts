/** Rules that turn facts into a recommendation. */
import type { Facts } from "./facts";

/** A recommendation, with the facts that led to it. */
export type Advice = {
  modernization_type: string;
  recommendation: string;
  effort: "low" | "medium" | "high";
  priority: "critical" | "high" | "medium" | "low";
  facts: string[];
  /** Says how urgent it is; only for the order. */
  urgency: number;
};

/** A sign that something should change: when it holds, what it says, and how much it weighs. */
type Sign = { holds: (facts: Facts) => boolean; says: (facts: Facts) => string; weight: number };

/** Years after which something counts as old. */
const OLD = 10;
/** The share of the costs of a type from which something counts as expensive. */
const EXPENSIVE = 0.75;
/** Links from which something counts as much depended on. */
const MANY = 10;

/** The fact that says of costs, and is hidden from those who may not see them. */
export const COST_FACT = "It is among the dearest quarter of its type, and nothing says that it fits its purpose well";

const ended: Sign = {
  holds: ({ support }) => support === "eol",
  says: ({ product }) => (product ? `${product} is no longer supported` : "Its life has ended"),
  weight: 5,
};
const ending: Sign = {
  holds: ({ support }) => support === "approaching",
  says: ({ product }) => (product ? `The support of ${product} ends soon` : "Its end of life approaches"),
  weight: 3,
};
const underneath: Sign = {
  holds: ({ unsupported }) => unsupported.length > 0,
  says: ({ unsupported }) =>
    `It stands on ${unsupported.length} component(s) without support: ${unsupported.slice(0, 3).join(", ")}`,
  weight: 3,
};
const technicallyBad: Sign = {
  holds: ({ technical }) => technical === "bad" || technical === "poor",
  says: ({ technical }) => (technical === "bad" ? "Its technical fit is the worst" : "Its technical fit is poor"),
  weight: 2,
};
const functionallyBad: Sign = {
  holds: ({ functional }) => functional === "bad" || functional === "poor",
  says: ({ functional }) => (functional === "bad" ? "Its functional fit is the worst" : "Its functional fit is poor"),
  weight: 2,
};
const expensive: Sign = {
  holds: ({ cost, costRank, functional }) => cost > 0 && costRank >= EXPENSIVE && functional !== "good",
  says: () => COST_FACT,
  weight: 2,
};
const old: Sign = {
  holds: ({ age }) => age !== null && age >= OLD,
  says: ({ age }) => `It has been in use for ${age} years`,
  weight: 1,
};
const muchUsed: Sign = {
  holds: ({ dependants }) => dependants >= MANY,
  says: ({ dependants }) => `${dependants} others are linked to it`,
  weight: 1,
};

const signs: readonly Sign[] = [ended, ending, underneath, technicallyBad, functionallyBad, expensive, old];

/** Says what is advised, by the signs that hold: the first that fits counts. */
const advices: readonly (readonly [modernization_type: string, needs: readonly Sign[], recommendation: string])[] = [
  ["retire", [ended, functionallyBad], "Retire it, or replace it by something that fits its purpose."],
  ["replace", [technicallyBad, functionallyBad], "Replace it: it fits neither its purpose nor the technology."],
  ["upgrade", [ended], "Move to a supported version or successor."],
  ["upgrade", [ending], "Plan the move to a supported version or successor before its support ends."],
  ["replatform", [underneath], "Move it to supported components."],
  ["refactor", [technicallyBad], "Renew its technology, and keep what it does."],
  ["replace", [expensive], "Look for something that fits better."],
  ["replace", [functionallyBad], "Look for something that fits its purpose better."],
  ["review", [old], "Review whether it is still the right solution."],
];

/** The urgency from which a priority is given. */
const priorities = [
  ["critical", 8],
  ["high", 5],
  ["medium", 3],
] as const;

/** Says what is advised for a card; undefined when nothing speaks for a change. */
export function adviceFor(facts: Facts): Advice | undefined {
  const held = signs.filter(({ holds }) => holds(facts));
  const found = advices.find(([, needs]) => needs.every((sign) => held.includes(sign)));
  if (!found) return undefined;
  const [modernization_type, , recommendation] = found;
  const isMuchUsed = muchUsed.holds(facts);
  const all = isMuchUsed ? [...held, muchUsed] : held;
  const urgency = all.reduce((sum, { weight }) => sum + weight, 0);
  const effort = modernization_type === "review" ? "low" : isMuchUsed ? "high" : "medium";
  return {
    modernization_type,
    recommendation,
    effort,
    priority: priorities.find(([, least]) => urgency >= least)?.[0] ?? "low",
    facts: all.map(({ says }) => says(facts)),
    urgency,
  };
}
