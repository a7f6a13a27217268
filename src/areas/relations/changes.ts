/** Changes of many relations, which are concluded together. */
import type { Author } from "../../core/journal/journal";
import type { CardRef } from "../calculations";
import { recalculate } from "../cards";
import { publishRelation } from "./events";
import type { RelationWithEnds } from "./rows";

/** A change of a relation that is to be published. */
export type Change = {
  type: Parameters<typeof publishRelation>[1];
  /** As for `publishRelation`. */
  relation: RelationWithEnds;
  details?: Parameters<typeof publishRelation>[3];
};

/** Returns the cards at the ends of relations, each once. */
const endsOf = (changes: readonly Change[]): CardRef[] => [
  ...new Map(
    changes.flatMap(({ relation }): [string, CardRef][] => [
      [relation.source_id, { id: relation.source_id, type: relation.source_type }],
      [relation.target_id, { id: relation.target_id, type: relation.target_type }],
    ]),
  ).values(),
];

/** Recalculates the cards at the ends of changed relations and publishes the changes; part of the running transaction. */
export function concludeChanges(author: Author, changes: readonly Change[]): void {
  recalculate(endsOf(changes));
  for (const { type, relation, details } of changes) publishRelation(author, type, relation, details);
}
