/** Evidence in addition to names that two things are one: their descriptions, links and attributes. */
import { cosine, frequenciesOf, sharedTerms, type Vector } from "./tf-idf";

/** A thing to compare. `links`: a kind, as in "capabilities" → the names of what it is linked to. */
export type Thing = {
  name: string;
  description: string | null;
  links: Readonly<Record<string, readonly string[]>>;
  /** Attribute → value, of those that distinguish products. */
  attributes: Readonly<Record<string, string>>;
  /** The names of those who are responsible for it. */
  owners: readonly string[];
};

/** A thing with its description as a vector. */
export type DescribedThing = { thing: Thing; vector: Vector };

/** One piece of evidence for a pair: the share of the doubt that it takes away, and a sentence; a function, because few are shown. */
export type Evidence = { weight: number; reason: () => string };

/** The share of the remaining doubt that each kind of evidence can take away. */
const DESCRIPTION = 0.45;
const LINKS = 0.3;
const ATTRIBUTE = 0.15;
const OWNER = 0.15;
/** Fewer terms than these are no description. */
const FEWEST_TERMS = 3;
/** Descriptions that are less alike say nothing. */
const LEAST_ALIKE = 0.2;

const percent = (share: number) => `${Math.round(share * 100)} %`;

function descriptionEvidence(one: DescribedThing, other: DescribedThing): Evidence[] {
  if (one.vector.size < FEWEST_TERMS || other.vector.size < FEWEST_TERMS) return [];
  const alike = cosine(one.vector, other.vector);
  if (alike < LEAST_ALIKE) return [];
  const terms = () => sharedTerms(one.vector, other.vector, 4).join(", ");
  return [{ weight: DESCRIPTION * alike, reason: () => `their descriptions are ${percent(alike)} alike (${terms()})` }];
}

/** Weighs the sharing of a link by how many things have it: all of it for two, a quarter for sixteen. */
const linkWeight = (sharing: number) => 1 / Math.max(1, Math.log2(sharing));

/** Counts how many things are linked to something of a kind. */
export type Sharing = (kind: string, name: string) => number;

/** The kind under which owners are counted. */
const OWNERS = "owners";

/** Counts what things are linked to, and whom they belong to. */
export function sharingOf(things: readonly Thing[]): Sharing {
  const keyOf = (kind: string, name: string) => `${kind}\n${name}`;
  const counts = frequenciesOf(
    things.map(({ links, owners }) =>
      [...Object.entries(links), [OWNERS, owners] as const].flatMap(([kind, names]) =>
        names.map((name) => keyOf(kind, name)),
      ),
    ),
  );
  return (kind, name) => counts.get(keyOf(kind, name)) ?? 0;
}

/** Measures how much of two lists is the same, each entry by its rarity: from 0 to 1. */
function shareOf(kind: string, own: readonly string[], others: readonly string[], sharing: Sharing) {
  const known = new Set(others);
  const shared = own.filter((name) => known.has(name));
  const all = own.length + known.size - shared.length;
  const strength = shared.reduce((sum, name) => sum + linkWeight(sharing(kind, name)), 0) / Math.max(all, 1);
  return { shared, strength, text: () => `${shared.length} of ${all} ${kind} (${shared.slice(0, 3).join(", ")})` };
}

function linkEvidence({ thing: one }: DescribedThing, { thing: other }: DescribedThing, sharing: Sharing): Evidence[] {
  return Object.entries(one.links).flatMap(([kind, own]) => {
    const { shared, strength, text } = shareOf(kind, own, other.links[kind] ?? [], sharing);
    return shared.length === 0 ? [] : [{ weight: LINKS * strength, reason: () => `they share ${text()}` }];
  });
}

function ownerEvidence({ thing: one }: DescribedThing, { thing: other }: DescribedThing, sharing: Sharing): Evidence[] {
  const { shared, strength, text } = shareOf(OWNERS, one.owners, other.owners, sharing);
  return shared.length === 0 ? [] : [{ weight: OWNER * strength, reason: () => `they share ${text()}` }];
}

function attributeEvidence({ thing: one }: DescribedThing, { thing: other }: DescribedThing): Evidence[] {
  return Object.entries(one.attributes).flatMap(([key, value]) =>
    other.attributes[key] === value ? [{ weight: ATTRIBUTE, reason: () => `both have “${value}” as ${key}` }] : [],
  );
}

/** Collects the evidence in addition to names that two things are one. */
export const evidenceFor = (one: DescribedThing, other: DescribedThing, sharing: Sharing): Evidence[] => [
  ...descriptionEvidence(one, other),
  ...linkEvidence(one, other, sharing),
  ...ownerEvidence(one, other, sharing),
  ...attributeEvidence(one, other),
];

/**
 * Returns the kinds of which both things are linked to something, and never to the same, when it is so with all kinds of
 * both.
 */
export function kindsLinkedElsewhere({ links: one }: Thing, { links: other }: Thing): string[] {
  const kinds = Object.keys(one).filter((kind) => (one[kind]?.length ?? 0) > 0 && (other[kind]?.length ?? 0) > 0);
  return kinds.every((kind) => !one[kind]?.some((name) => other[kind]?.includes(name))) ? kinds : [];
}
