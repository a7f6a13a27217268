/** Searching all kinds of things at once. */
import { type Actor, may } from "../../core/access/actor";
import { invalid } from "../../http/errors";
import { entriesOf } from "../../http/query";
import { metamodel } from "../metamodel";
import { byRank, findCards } from "./cards";
import { KINDS, type Kind, MATCHES, type SearchQuery, type SearchResult } from "./model";
import { findThings } from "./things";

/** Returns the kinds that a query names; all without any. @throws Problem 422 for another kind */
function kindsOf(list: string | undefined): readonly Kind[] {
  const named = entriesOf(list);
  if (!named) return KINDS;
  const unknown = named.find((kind) => !(KINDS as readonly string[]).includes(kind));
  if (unknown !== undefined) throw invalid(["query", "kinds"], `must be of ${KINDS.join(", ")}`, "enum", unknown);
  return KINDS.filter((kind) => named.includes(kind));
}

/** Returns the card types that are listed, of those that a query names. */
export function visibleTypes(list?: string): string[] {
  const named = entriesOf(list);
  const types = [...metamodel().cardTypes.values()].filter(({ is_hidden }) => !is_hidden).map(({ key }) => key);
  return named ? types.filter((key) => named.includes(key)) : types;
}

type RankedMatch = Omit<SearchResult, "match"> & { rank: number };

const cardsFor = (actor: Actor, { q, type, limit }: SearchQuery): RankedMatch[] =>
  may(actor, "inventory.view")
    ? findCards(q, visibleTypes(type), limit).map(({ id, name, parent, type: card_type, rank, excerpt }) => {
        return { kind: "card", id, name, detail: parent, card_type, rank, excerpt };
      })
    : [];

const thingsFor = (actor: Actor, kind: Exclude<Kind, "card">, { q, limit }: SearchQuery): RankedMatch[] =>
  findThings(actor, kind, q, limit).map(({ id, name, detail, rank, excerpt }) => {
    return { kind, id, name, detail, card_type: null, rank, excerpt };
  });

/**
 * Returns the things that hold a text and that the actor may list, best first: by how their names match, then by kind.
 * @throws Problem 422 for an unknown kind
 */
export function search(actor: Actor, query: SearchQuery): SearchResult[] {
  const found = kindsOf(query.kinds).flatMap((kind) =>
    kind === "card" ? cardsFor(actor, query) : thingsFor(actor, kind, query),
  );
  const order = (one: RankedMatch, other: RankedMatch) =>
    one.rank - other.rank || KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind) || byRank(one, other);
  return found.toSorted(order).map(({ rank, ...rest }) => ({ ...rest, match: MATCHES[rank] as SearchResult["match"] }));
}
