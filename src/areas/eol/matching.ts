/** Finds the products that a name may mean. The products are prepared once. */
import { type Profile, profileOf, similarity, similarityLimit } from "../../analysis/similarity";

/** A product with its score, from 0 to 1. */
export type Match = { name: string; score: number };

/**
 * Finds the products that fit a name, best first, equal ones in the order of the products.
 * @param least the lowest score
 * @param most how many
 */
export type Matcher = (query: string, least: number, most: number) => Match[];

const separators = /[\s\-_./]+/u;
const tokensOf = (text: string): string[] => text.toLowerCase().split(separators).filter(Boolean);

/** A name in the form that is compared: in lower case, without separators. */
type NameProfile = { name: string; norm: string; tokens: string[]; profile: Profile };

function prepare(name: string): NameProfile {
  const tokens = tokensOf(name);
  const norm = tokens.join("");
  return { name, norm, tokens, profile: profileOf(norm) };
}

/** Score of a product whose name is part of the query. */
const PRODUCT_IN_QUERY = 0.85;
/** The score of a query that is part of a product's name, without what the length adds. */
const QUERY_IN_PRODUCT = 0.9;
/** Says what shared tokens and similar names weigh. */
const TOKENS = 0.7;
const SIMILARITY = 0.3;

/** Returns the score of a product that contains the query or is contained in it; undefined for any other. */
function containment(query: NameProfile, product: NameProfile): number | undefined {
  if (query.norm === product.norm) return 1;
  const share = query.profile.characters.length / product.profile.characters.length;
  if (product.norm.includes(query.norm)) return QUERY_IN_PRODUCT + (1 - QUERY_IN_PRODUCT) * share;
  return query.norm.includes(product.norm) ? PRODUCT_IN_QUERY : undefined;
}

/**
 * Returns the score of a product that is no part of the query, nor the query of it.
 * @param shared the share of the query's tokens that fit the product
 * @param similar the similarity of the names
 */
const resemblance = (shared: number, similar: number): number =>
  Math.max(TOKENS * shared + SIMILARITY * similar, similar);

/** Tokens whose products are cached. */
const MAX_TOKENS = 10_000;

/** Finds which products have a token that contains a token, or is contained in it; remembers what it has found. */
function tokenIndex(products: readonly NameProfile[]): (token: string) => Uint8Array {
  const found = new Map<string, Uint8Array>();
  return (token) => {
    const known = found.get(token);
    if (known) return known;
    if (found.size >= MAX_TOKENS) found.clear();
    const fits = Uint8Array.from(products, ({ tokens }) =>
      tokens.some((own) => own.includes(token) || token.includes(own)) ? 1 : 0,
    );
    found.set(token, fits);
    return fits;
  };
}

/** A product that may fit: its place among the products, and a score that it doesn't exceed. */
type Prospect = { product: NameProfile; place: number; limit: number; shared: number; isExact: boolean };

/** Returns the products that may reach a score, the most promising first. */
function prospectsOf(
  query: NameProfile,
  products: readonly NameProfile[],
  productsWith: (token: string) => Uint8Array,
  least: number,
): Prospect[] {
  const fits = query.tokens.map(productsWith);
  const prospects: Prospect[] = [];
  products.forEach((product, place) => {
    const contained = containment(query, product);
    const shared = fits.reduce((count, fit) => count + (fit[place] as number), 0) / fits.length;
    const limit = contained ?? resemblance(shared, similarityLimit(query.profile, product.profile));
    if (limit >= least) prospects.push({ product, place, limit, shared, isExact: contained !== undefined });
  });
  return prospects.sort((one, other) => other.limit - one.limit);
}

type RankedMatch = Match & { place: number };

/** Puts a match into the list of the best: behind better ones, and behind equal ones from before it. */
function insertBest(best: RankedMatch[], match: RankedMatch, most: number): void {
  const isBefore = (one: RankedMatch) =>
    one.score > match.score || (one.score === match.score && one.place < match.place);
  best.splice(best.findLastIndex(isBefore) + 1, 0, match);
  if (best.length > most) best.pop();
}

/** Prepares the products, whose names are given in their order. */
export function matcherOf(names: readonly string[]): Matcher {
  const products = names.map(prepare);
  const productsWith = tokenIndex(products);
  return (text, least, most) => {
    const query = prepare(text);
    const best: RankedMatch[] = [];
    if (query.norm === "") return best;
    for (const { product, place, limit, shared, isExact } of prospectsOf(query, products, productsWith, least)) {
      if (best.length === most && limit < (best[most - 1] as RankedMatch).score) break;
      const score = isExact ? limit : resemblance(shared, similarity(query.profile, product.profile));
      if (score >= least) insertBest(best, { name: product.name, score, place }, most);
    }
    return best.map(({ name, score }) => ({ name, score }));
  };
}

/** Returns a score as it is shown. */
export const roundScore = (score: number): number => Math.round(score * 1000) / 1000;
