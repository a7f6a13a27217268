/** The relations that differ between two states: the schema `main` is the later one, `former` the earlier one. */
import { listOf, notInList, statement } from "../../../db";
import { type Actor, may } from "../../core/access/actor";
import { hiddenCardTypes, metamodel } from "../metamodel";
import { objectChanges } from "./contents";
import { type CostKeys, hiddenKeys } from "./cost-keys";

/** A relation that differs. The ends are numbers of cards: of one that was removed, in the earlier state. */
export type ChangedRelation = {
  change: "added" | "changed" | "removed";
  type: string;
  source: number;
  target: number;
};

/** Returns SQL for the number that a relation `r` has in the other state, which is mostly its own; null when it isn't there. */
export const counterpart = (schema: "main" | "former"): string =>
  `coalesce((SELECT o.seq FROM ${schema}.relations o WHERE o.seq = r.seq AND o.uuid = r.uuid),
     (SELECT o.seq FROM ${schema}.relations o WHERE o.uuid = r.uuid))`;

/** SQL that is true for a relation `r` that isn't there in the earlier state, or holds something else in it (`f`). */
export const DIFFERS = "(f.seq IS NULL OR (r.attributes, r.description) IS NOT (f.attributes, f.description))";

type Row = [
  type: string,
  source: number,
  target: number,
  wasThere: 0 | 1,
  sourceId: string,
  attributes: string | null,
  description: string | null,
  formerAttributes: string | null,
  formerDescription: string | null,
];

const PRESENT = `SELECT y.key, r.source_seq, r.target_seq, f.seq IS NOT NULL, s.id, r.attributes, r.description, f.attributes, f.description
  FROM relations r LEFT JOIN former.relations f ON f.seq = ${counterpart("former")}
  CROSS JOIN relation_types y ON y.seq = r.type_seq CROSS JOIN cards s ON s.seq = r.source_seq
  WHERE ${DIFFERS} AND ${notInList("y.key")}`;

const REMOVED = `SELECT y.key, r.source_seq, r.target_seq FROM former.relations r
  CROSS JOIN former.relation_types y ON y.seq = r.type_seq WHERE ${counterpart("main")} IS NULL AND ${notInList("y.key")}`;

/** Returns the keys of relation types that are hidden, or whose cards are, as a list for SQL. */
export function hiddenRelationTypes(): string {
  const hidden = new Set(hiddenCardTypes());
  const types = [...metamodel().relationTypes.values()].filter(
    ({ is_hidden, source_type_key, target_type_key }) =>
      is_hidden || hidden.has(source_type_key) || hidden.has(target_type_key),
  );
  return listOf(types.map(({ key }) => key));
}

/** Returns the relations that differ in what the actor may see; none without the right to see relations. */
export function changedRelations(actor: Actor, keys: CostKeys): ChangedRelation[] {
  if (!may(actor, "relations.view")) return [];
  const hiddenTypes = hiddenRelationTypes();
  const rows = statement<unknown, [string]>(PRESENT).values(hiddenTypes) as unknown as Row[];
  const withCosts = rows.filter(([type, , , wasThere]) => wasThere === 1 && keys.relations[type]?.length);
  const hidden = hiddenKeys(
    actor,
    keys.relations,
    withCosts.map(([, , , , id]) => id),
  );
  const differs = ([type, , , wasThere, id, attributes, description, former, formerDescription]: Row) =>
    wasThere === 0 ||
    description !== formerDescription ||
    objectChanges("attributes", former, attributes, hidden(id, type)).length > 0;
  const removed = statement<unknown, [string]>(REMOVED).values(hiddenTypes) as unknown as [string, number, number][];
  return [
    ...rows.filter(differs).map(([type, source, target, wasThere]): ChangedRelation => {
      return { change: wasThere === 1 ? "changed" : "added", type, source, target };
    }),
    ...removed.map(([type, source, target]): ChangedRelation => ({ change: "removed", type, source, target })),
  ];
}

/** Returns the numbers of the cards at the ends of relations: in the later state, and of removed ones in the earlier state. */
export function endsOf(relations: readonly ChangedRelation[]): { present: Set<number>; former: Set<number> } {
  const ends = { present: new Set<number>(), former: new Set<number>() };
  for (const { change, source, target } of relations) {
    const state = change === "removed" ? ends.former : ends.present;
    state.add(source).add(target);
  }
  return ends;
}
