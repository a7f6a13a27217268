/** Cards that visitors of a portal can filter by: those that are related to the cards that it shows. */
import { cachedUntilWrite, listOf, relationTypeNumbers, statement } from "../../../db";
import { clause, unindexed, type Value, valuesOf } from "../../../db/query";
import { together } from "../cards";
import { hiddenCardTypes } from "../metamodel";
import type { RelationOption } from "./model";
import { conditionsOf, type PublishedPortal, relationTypes, requirePublished } from "./public-portal";

/** Options that one list may hold. */
const MAX_OPTIONS = 10_000;

/** Returns the keys of the visible relation types from one card type to another, as a parameter. */
const between = (source: string, target: string): string =>
  listOf(
    relationTypes(false)
      .filter((type) => type.source_type_key === source && type.target_type_key === target)
      .map((type) => type.key),
  );

function optionsFor(portal: PublishedPortal, typeKey: string): RelationOption[] {
  const shown = conditionsOf(portal);
  const outgoing = between(portal.card_type, typeKey);
  const incoming = between(typeKey, portal.card_type);
  const options = (related: string, ...values: Value[]) =>
    statement<RelationOption>(
      `SELECT o.id, o.name FROM cards o WHERE o.type = ? AND o.status = 'ACTIVE' AND ${related}
       ORDER BY o.name, o.seq LIMIT ${MAX_OPTIONS}`,
    ).all(typeKey, ...values);

  if (shown.few.length + shown.others.length > 0) {
    // Few cards are shown: from these to the cards that are related to them.
    const { countable, others } = together(shown.countable, shown.few, shown.others);
    const conditions = [...countable, ...others];
    const ends = (near: string, far: string) =>
      `SELECT r.${far} FROM shown JOIN relations r ON r.${near} = shown.seq AND r.type_seq IN ${relationTypeNumbers()}`;
    return options(
      `o.seq IN (WITH shown AS MATERIALIZED (SELECT c.seq FROM cards c ${clause(conditions)})
         ${ends("source_seq", "target_seq")} UNION ${ends("target_seq", "source_seq")})`,
      ...valuesOf(conditions),
      outgoing,
      incoming,
    );
  }
  // Many cards are shown: for each possible option, whether it is related to one of them.
  const conditions = shown.countable.map(unindexed);
  const related = (near: string, far: string) =>
    `EXISTS (SELECT 1 FROM relations r JOIN cards c ON c.seq = r.${far} ${clause(conditions)}
       AND r.${near} = o.seq AND r.type_seq IN ${relationTypeNumbers()})`;
  const values = valuesOf(conditions);
  return options(
    `(${related("source_seq", "target_seq")} OR ${related("target_seq", "source_seq")})`,
    ...values,
    incoming,
    ...values,
    outgoing,
  );
}

/** All visitors request the same few lists. */
const cachedOptions = cachedUntilWrite((key: string) => {
  const [slug, typeKey] = JSON.parse(key) as [string, string];
  return optionsFor(requirePublished(slug), typeKey);
}, 50);

/**
 * Lists the active cards of a type that are related to a card that the portal shows, by name; the first 10,000 of them.
 * @throws Problem 404
 */
export function listRelationOptions(slug: string, typeKey: string): RelationOption[] {
  const { card_type: own } = requirePublished(slug);
  if (typeKey !== own && hiddenCardTypes().includes(typeKey)) return [];
  return cachedOptions(JSON.stringify([slug, typeKey]));
}
