/** Finds duplicates among the cards of a type, without any model. */
import { statement } from "../../../../db";
import { type Cluster, clustersOf } from "../../../analysis/clusters";
import { DEFAULT_THRESHOLD, findPairs, type Pair } from "../../../analysis/duplicates";
import type { Thing } from "../../../analysis/evidence";
import { vendorNameOf } from "../../../analysis/known-vendors";
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
  PROVIDER,
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
  matches: string[];
  differences: string[];
  recommendation: string;
  score: number | null;
  engine: string;
};

/** A card as a model is shown it. */
export type ShownCluster = {
  id: string;
  name: string;
  description: string;
  vendors: string[];
  lifecycle: string | null;
  technicalFit: string | null;
};

/** Clusters that are cached of a type, and members of each. */
const MAX_CLUSTERS = 1_000;
const MAX_MEMBERS = 100;
/** Cards of a type that a model is shown, and characters of their descriptions. */
const MAX_SHOWN = 800;
const MAX_DESCRIPTION = 200;
/** The score from which cards are worth showing to a model. */
const WORTH_SHOWING = 0.55;

/** Attributes that distinguish products. */
const TELLING = ["productName", "vendor"];

/** Says what a linked card is compared by: its name, and of a provider the company that the name means. */
const linkedName = ({ type, name }: Link) => (type === PROVIDER ? vendorNameOf(name) : name);

function thingOf(card: LandscapeCard, links: readonly Link[] = [], owners: readonly string[] = []): Thing {
  const attributes = TELLING.flatMap((key) => {
    const value = card.attributes[key];
    return typeof value === "string" && value !== "" ? [[key, value.toLowerCase()] as const] : [];
  });
  const elsewhere = links.filter(({ type }) => type !== card.type);
  const byKind = Map.groupBy(elsewhere, ({ type }) => `${labelOf(type)} cards`);
  const names = [...byKind].map(([kind, some]) => [kind, [...new Set(some.map(linkedName))]] as const);
  const { name, description } = card;
  return { name, description, attributes: Object.fromEntries(attributes), links: Object.fromEntries(names), owners };
}

/** Maps number of a card of a type → the names of those who are responsible for it. */
function ownersByCard(type: string): Map<number, string[]> {
  const rows = statement<{ seq: number; name: string }>(
    `SELECT DISTINCT c.seq, u.display_name AS name FROM cards c JOIN stakeholders s ON s.card_id = c.id
     JOIN users u ON u.id = s.user_id WHERE c.type = ? AND s.role <> 'observer' ORDER BY c.seq, name`,
  ).all(type);
  const byCard = Map.groupBy(rows, ({ seq }) => seq);
  return new Map([...byCard].map(([seq, some]) => [seq, some.map(({ name }) => name)]));
}

/** Returns pairs of ids that a user has decided on already, or one of which succeeds the other. */
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

/** Says whether a pair is open to a decision. */
const isOpen = (cards: readonly LandscapeCard[], settled: ReadonlySet<string>) => {
  const idOf = (place: number) => (cards[place] as LandscapeCard).id;
  return ({ one, other }: Pair) => {
    const [first, second] = [idOf(one), idOf(other)].sort();
    return !settled.has(`${first} ${second}`);
  };
};

/** Returns the name that most of the names are like: the shortest, and of these the first. */
const shortest = (names: readonly string[]): string =>
  names.reduce((best, name) => (name.length < best.length ? name : best));

/** Returns a sentence that begins as one. */
const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

function evidenceOf({ members, pairs }: Cluster): string {
  const [best] = pairs;
  const sentences = [...(best?.reasons ?? []), ...(best?.differences ?? []).map((text) => `but ${text}`)].map(sentence);
  if (pairs.length > 1) sentences.push(`${pairs.length} pairs of its ${members.length} members are alike.`);
  return sentences.join(" ");
}

/** Returns the card to keep: the one with most links, then the older. */
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
    matches: (cluster.pairs[0]?.reasons ?? []).map(sentence),
    differences: (cluster.pairs[0]?.differences ?? []).map(sentence),
    recommendation: `Compare them, and keep one: “${survivor.name}” has the most links (${links.get(survivor.seq)?.length ?? 0}).`,
    score: Math.round(100 * cluster.score) / 100,
    engine: "local",
  };
}

const shown = (card: LandscapeCard, links: readonly Link[] | undefined): ShownCluster => ({
  id: card.id,
  name: card.name,
  description: (card.description ?? "").slice(0, MAX_DESCRIPTION).toWellFormed(),
  vendors: vendorsIn(links),
  lifecycle: phaseToday(card.lifecycle),
  technicalFit: technicalFit(card),
});

/**
 * Returns the cards that are worth showing to a model: alike ones first and next to each other, then others while there is
 * room.
 */
function cardsToShow(
  cards: readonly LandscapeCard[],
  things: readonly Thing[],
  pairs: readonly Pair[],
): LandscapeCard[] {
  const alike = clustersOf(things, pairs).flatMap(({ members }) => members);
  const places = new Set(alike);
  if (cards.length <= MAX_SHOWN) for (const place of cards.keys()) places.add(place);
  return [...places].slice(0, MAX_SHOWN).map((place) => cards[place] as LandscapeCard);
}

/** Says what was found in a type: its clusters, the best first, and for a model the cards to look at. */
export type DuplicateResult = { clusters: FoundCluster[]; toShow: ShownCluster[] };

/** Finds the duplicates among the cards of a type. @param forModel whether cards are chosen for a model */
export function findDuplicates({ type, forModel }: { type: string; forModel: boolean }): DuplicateResult {
  const cards = landscapeCards([type]);
  const links = landscapeLinks([type]);
  const owners = ownersByCard(type);
  const things = cards.map((card) => thingOf(card, links.get(card.seq), owners.get(card.seq)));
  const open = findPairs(things, forModel ? WORTH_SHOWING : DEFAULT_THRESHOLD).filter(
    isOpen(cards, settledPairs(links, cards)),
  );
  const pairs = open.filter(({ score }) => score >= DEFAULT_THRESHOLD);
  return {
    clusters: clustersOf(things, pairs)
      .slice(0, MAX_CLUSTERS)
      .map((cluster) => clusterOf(cluster, cards, links)),
    toShow: forModel ? cardsToShow(cards, things, open).map((card) => shown(card, links.get(card.seq))) : [],
  };
}

export const findDuplicatesTask = backgroundTask("find duplicates", findDuplicates);
