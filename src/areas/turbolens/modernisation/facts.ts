/** Says what is known of a card that speaks for modernising it. */
import { cycleStatus, type EolStatus, findCycle, lifecycleStatus } from "../../eol";
import { annualCost, IT_COMPONENT, type LandscapeCard, type Link, technicalFit } from "../landscape";

/** The facts that rules look at. */
export type Facts = {
  support: EolStatus;
  /** Says what its support follows from, as in "postgresql 9.6"; null for its own lifecycle. */
  product: string | null;
  /** Years since it went live; null where nothing says so. */
  age: number | null;
  technical: "bad" | "poor" | "good" | null;
  functional: "bad" | "poor" | "good" | null;
  cost: number;
  /** Its place among the costs of its type, from 0 (the cheapest) to 1. */
  costRank: number;
  /** Names of components underneath that are no longer supported. */
  unsupported: string[];
  /** Says how many others are linked to it. */
  dependants: number;
};

const fits: Readonly<Record<string, "bad" | "poor" | "good">> = {
  inappropriate: "bad",
  unreasonable: "poor",
  insufficient: "poor",
  adequate: "good",
  appropriate: "good",
  fullyAppropriate: "good",
  perfect: "good",
};
/** Of the functional fit, `unreasonable` is the worst. */
const functionalFits = { ...fits, unreasonable: "bad" } as const;

const textIn = (attributes: Record<string, unknown>, key: string) => {
  const value = attributes[key];
  return typeof value === "string" && value !== "" ? value : undefined;
};

/** Says whether a card is supported, by the product that it names or else by its own lifecycle. */
export function supportOf({ attributes, lifecycle }: LandscapeCard, today: string): Pick<Facts, "support" | "product"> {
  const product = textIn(attributes, "eol_product");
  const cycle = textIn(attributes, "eol_cycle");
  const found = product && cycle ? findCycle(product, cycle) : undefined;
  if (found) return { support: cycleStatus(found, today), product: `${product} ${cycle}` };
  const known = ["endOfLife", "phaseOut", "active", "phaseIn", "plan"].some((phase) => lifecycle[phase]);
  return { support: known ? lifecycleStatus(lifecycle, today) : "unknown", product: null };
}

function ageOf({ lifecycle }: LandscapeCard, today: string): number | null {
  const since = lifecycle["active"] ?? lifecycle["phaseIn"];
  const years = since === undefined ? Number.NaN : (Date.parse(today) - Date.parse(since)) / (365.25 * 86_400_000);
  return Number.isFinite(years) && years >= 0 ? Math.floor(years) : null;
}

/** Returns the places of costs in their order, from 0 to 1. */
export function ranksOf(costs: readonly number[]): number[] {
  const sorted = costs.toSorted((a, b) => a - b);
  const firstAt = new Map<number, number>();
  for (const [place, cost] of sorted.entries()) if (!firstAt.has(cost)) firstAt.set(cost, place);
  return costs.map((cost) => (costs.length < 2 ? 0 : (firstAt.get(cost) as number) / (costs.length - 1)));
}

/** Returns the facts of a card. @param unsupported numbers of components that are no longer supported */
export function factsOf(
  card: LandscapeCard,
  links: readonly Link[],
  costRank: number,
  unsupported: ReadonlySet<number>,
  today: string,
): Facts {
  const functional = textIn(card.attributes, "functionalSuitability") ?? textIn(card.attributes, "functionalFit");
  const below = links.filter(({ type, other }) => type === IT_COMPONENT && unsupported.has(other));
  return {
    ...supportOf(card, today),
    age: ageOf(card, today),
    technical: fits[technicalFit(card) ?? ""] ?? null,
    functional: functionalFits[(functional ?? "") as keyof typeof functionalFits] ?? null,
    cost: annualCost(card),
    costRank,
    unsupported: [...new Set(below.map(({ name }) => name))],
    dependants: new Set(links.map(({ other }) => other)).size,
  };
}
