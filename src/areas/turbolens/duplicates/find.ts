/** Finds duplicates among the cards of a type, without any model. */
import { statement } from "../../../../db";
import {
  type Cluster,
  clustersOf,
  DEFAULT_THRESHOLD,
  findPairs,
  type Pair,
  type Thing,
} from "../../../analysis/duplicates";
import { backgroundTask } from "../../../core/threads/tasks";
import {
  APPLICATION,
  BUSINESS_CAPABILITY,
  INTERFACE,
  IT_COMPONENT,
  type LandscapeCard,
  type Link,
  labelOf,
  landscapeCards,
  landscapeLinks,
  phaseToday,
  technicalFit,
  vendorsIn,
} from "../landscape";

/** The types whose cards are compared. */
export const comparedTypes = [APPLICATION, IT_COMPONENT, INTERFACE] as const;

/** A cluster as it is stored. */
export type FoundCluster = {
  cluster_name: string;
  card_type: string;
  functional_domain: string | null;
  card_ids: string[];
  card_names: string[];
  evidence: string;
  recommendation: string;
  score: number | null;
  engine: string;
};

/** A card as a model is shown it. */
export type Shown = {
  id: string;
  name: string;
  description: string;
  vendors: string[];
  lifecycle: string | null;
  technicalFit: string | null;
};

/** Clusters that are kept of a type, and members of each. */
const MAX_CLUSTERS = 1_000;
const MAX_MEMBERS = 100;
/** Cards of a type that a model is shown, and characters of their descriptions. */
const MAX_SHOWN = 800;
const MAX_DESCRIPTION = 200;
/** The score from which cards are worth showing to a model. */
const WORTH_SHOWING = 0.55;

/** Attributes that tell products apart. */
const TELLING = ["productName", "vendor"];

function thingOf(card: LandscapeCard, links: readonly Link[] = []): Thing {
  const attributes = TELLING.flatMap((key) => {
    const value = card.attributes[key];
    return typeof value === "string" && value !== "" ? [[key, value.toLowerCase()] as const] : [];
  });
  const elsewhere = links.filter(({ type }) => type !== card.type);
  const byKind = Map.groupBy(elsewhere, ({ type }) => `${labelOf(type)} cards`);
  const names = [...byKind].map(([kind, some]) => [kind, [...new Set(some.map(({ name }) => name))]] as const);
  const { name, description } = card;
  return { name, description, attributes: Object.fromEntries(attributes), links: Object.fromEntries(names) };
}

/** Pairs of ids that a user has decided on already, or one of which succeeds the other. */
function settledPairs(links: ReadonlyMap<number, readonly Link[]>, cards: readonly LandscapeCard[]): Set<string> {
  const settled = new Set<string>();
  const settle = (one: string, other: string) => settled.add(one < other ? `${one} ${other}` : `${other} ${one}`);
  const decided = statement<{ card_ids: string }>(
    "SELECT card_ids FROM turbolens_duplicate_clusters WHERE status IN ('confirmed', 'investigating', 'dismissed')",
  ).all();
  for (const { card_ids } of decided) {
    const ids = JSON.parse(card_ids) as string[];
    for (const one of ids) for (const other of ids) if (one < other) settle(one, other);
  }
  for (const { seq, id, type } of cards)
    for (const link of links.get(seq) ?? []) if (link.type === type) settle(id, link.id);
  return settled;
}

/** Whether a pair is open to a decision. */
const isOpen = (cards: readonly LandscapeCard[], settled: ReadonlySet<string>) => {
  const idOf = (place: number) => (cards[place] as LandscapeCard).id;
  return ({ one, other }: Pair) => {
    const [first, second] = [idOf(one), idOf(other)].sort();
    return !settled.has(`${first} ${second}`);
  };
};

/** The name that most of the names are like: the shortest, and of these the first. */
const shortest = (names: readonly string[]): string =>
  names.reduce((best, name) => (name.length < best.length ? name : best));

function evidenceOf({ members, pairs }: Cluster): string {
  const [best] = pairs;
  const rest = pairs.length > 1 ? ` ${pairs.length} pairs of its ${members.length} members are alike.` : "";
  return `${best?.reasons.join(". ") ?? ""}.${rest}`;
}

/** The card to keep: the one with most links, then the older. */
function survivorOf(cards: readonly LandscapeCard[], links: ReadonlyMap<number, readonly Link[]>): LandscapeCard {
  const count = ({ seq }: LandscapeCard) => links.get(seq)?.length ?? 0;
  const first = cards[0] as LandscapeCard;
  return cards.reduce((best, card) => (count(card) > count(best) ? card : best), first);
}

function clusterOf(cluster: Cluster, all: readonly LandscapeCard[], links: ReadonlyMap<number, Link[]>): FoundCluster {
  const members = cluster.members.slice(0, MAX_MEMBERS).map((place) => all[place] as LandscapeCard);
  const capabilities = members.flatMap(({ seq }) =>
    (links.get(seq) ?? []).filter(({ type }) => type === BUSINESS_CAPABILITY).map(({ name }) => name),
  );
  const domains = [...Map.groupBy(capabilities, (name) => name)].sort(([, a], [, b]) => b.length - a.length);
  const survivor = survivorOf(members, links);
  return {
    cluster_name: shortest(members.map(({ name }) => name)),
    card_type: survivor.type,
    functional_domain: domains[0]?.[0] ?? null,
    card_ids: members.map(({ id }) => id).sort(),
    card_names: [...new Set(members.map(({ name }) => name))].sort(),
    evidence: evidenceOf(cluster),
    recommendation: `Compare them, and keep one: “${survivor.name}” has the most links (${links.get(survivor.seq)?.length ?? 0}).`,
    score: Math.round(100 * cluster.score) / 100,
    engine: "local",
  };
}

const shown = (card: LandscapeCard, links: readonly Link[] | undefined): Shown => ({
  id: card.id,
  name: card.name,
  description: (card.description ?? "").slice(0, MAX_DESCRIPTION).toWellFormed(),
  vendors: vendorsIn(links),
  lifecycle: phaseToday(card.lifecycle),
  technicalFit: technicalFit(card),
});

/** The cards that are worth showing to a model: alike ones first and beside each other, then others while there is room. */
function cardsToShow(cards: readonly LandscapeCard[], pairs: readonly Pair[]): LandscapeCard[] {
  const alike = clustersOf(cards.length, pairs).flatMap(({ members }) => members);
  const places = new Set(alike);
  if (cards.length <= MAX_SHOWN) for (const place of cards.keys()) places.add(place);
  return [...places].slice(0, MAX_SHOWN).map((place) => cards[place] as LandscapeCard);
}

/** What was found in a type: its clusters, the best first, and for a model the cards to look at. */
export type Found = { clusters: FoundCluster[]; toShow: Shown[] };

/** Finds the duplicates among the cards of a type. @param forModel whether cards are chosen for a model */
export function findDuplicates({ type, forModel }: { type: string; forModel: boolean }): Found {
  const cards = landscapeCards([type]);
  const links = landscapeLinks([type]);
  const things = cards.map((card) => thingOf(card, links.get(card.seq)));
  const open = findPairs(things, forModel ? WORTH_SHOWING : DEFAULT_THRESHOLD).filter(
    isOpen(cards, settledPairs(links, cards)),
  );
  const pairs = open.filter(({ score }) => score >= DEFAULT_THRESHOLD);
  return {
    clusters: clustersOf(cards.length, pairs)
      .slice(0, MAX_CLUSTERS)
      .map((cluster) => clusterOf(cluster, cards, links)),
    toShow: forModel ? cardsToShow(cards, open).map((card) => shown(card, links.get(card.seq))) : [],
  };
}

export const findDuplicatesTask = backgroundTask("find duplicates", findDuplicates);
