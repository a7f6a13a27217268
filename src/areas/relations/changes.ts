/** Changes of many relations, which are concluded together. */
import type { Author } from "../../core/journal/journal";
import type { CardRef } from "../calculations";
import { recalculate } from "../cards";
import { publishRelations, type RelationChange } from "./events";

/** Returns the cards at the ends of relations, each once. */
const endsOf = (changes: readonly RelationChange[]): CardRef[] => [
  ...new Map(
    changes.flatMap(({ relation }): [string, CardRef][] => [
      [relation.source_id, { id: relation.source_id, type: relation.source_type }],
      [relation.target_id, { id: relation.target_id, type: relation.target_type }],
    ]),
  ).values(),
];

/** Recalculates the cards at the ends of changed relations and publishes the changes; part of the running transaction. */
export function concludeChanges(author: Author, changes: readonly RelationChange[]): void {
  recalculate(endsOf(changes));
  publishRelations(author, changes);
}
