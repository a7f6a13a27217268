/** The relations of some cards that differ between two states, with what they hold in both. */
import { listOf, notInList, statement } from "../../../db";
import { type Actor, may } from "../../core/access/actor";
import { counterpart, DIFFERS, hiddenRelationTypes } from "./changed-relations";
import { type FieldChange, objectChanges } from "./contents";
import { type CostKeys, hiddenKeys } from "./cost-keys";

/** A relation of a card that differs. */
export type RelatedChange = {
  change: "added" | "changed" | "removed";
  id: string;
  type: string;
  direction: "outgoing" | "incoming";
  peer: { id: string; name: string; type: string };
  changes: FieldChange[];
};

type Row = {
  own: number;
  direction: string;
  id: string | null;
  type: string;
  source_id: string;
  peer_id: string;
  peer_name: string;
  peer_type: string;
  was_there: number;
  attributes: string | null;
  description: string | null;
  former_attributes: string | null;
  former_description: string | null;
};

const NAMES = "y.key AS type, s.id AS source_id, p.id AS peer_id, p.name AS peer_name, p.type AS peer_type";

const presentSql = (own: "source" | "target", other: "source" | "target", direction: string) =>
  `SELECT r.${own}_seq AS own, '${direction}' AS direction, r.id, ${NAMES}, f.seq IS NOT NULL AS was_there,
     r.attributes, r.description, f.attributes AS former_attributes, f.description AS former_description
   FROM json_each(?1) n CROSS JOIN relations r ON r.${own}_seq = n.value
     LEFT JOIN former.relations f ON f.seq = ${counterpart("former")}
     JOIN relation_types y ON y.seq = r.type_seq JOIN cards s ON s.seq = r.source_seq JOIN cards p ON p.seq = r.${other}_seq
   WHERE ${DIFFERS} AND ${notInList("y.key", "?2")}`;

const removedSql = (own: "source" | "target", other: "source" | "target", direction: string) =>
  `SELECT r.${own}_seq AS own, '${direction}' AS direction, r.id, ${NAMES}, 1 AS was_there,
     NULL AS attributes, NULL AS description, r.attributes AS former_attributes, r.description AS former_description
   FROM json_each(?1) n CROSS JOIN former.relations r ON r.${own}_seq = n.value
     JOIN former.relation_types y ON y.seq = r.type_seq
     JOIN former.cards s ON s.seq = r.source_seq JOIN former.cards p ON p.seq = r.${other}_seq
   WHERE ${counterpart("main")} IS NULL AND ${notInList("y.key", "?2")}`;

const PRESENT = `${presentSql("source", "target", "outgoing")} UNION ALL ${presentSql("target", "source", "incoming")} ORDER BY 4, 7`;
const REMOVED = `${removedSql("source", "target", "outgoing")} UNION ALL ${removedSql("target", "source", "incoming")} ORDER BY 4, 7`;

/** Returns a row as a change without the costs that are hidden; undefined when nothing else differs. */
function changeOf(row: Row, isRemoved: boolean, hidden: readonly string[]): RelatedChange | undefined {
  const { description: now, former_description: old } = row;
  const changes = [
    ...(old === now ? [] : [{ field: "description", old, new: now }]),
    ...objectChanges("attributes", row.former_attributes, row.attributes, hidden),
  ];
  const change = isRemoved ? "removed" : row.was_there === 1 ? "changed" : "added";
  if (change === "changed" && changes.length === 0) return undefined;
  const peer = { id: row.peer_id, name: row.peer_name, type: row.peer_type };
  const direction = row.direction as RelatedChange["direction"];
  return { change, id: row.id ?? "", type: row.type, direction, peer, changes };
}

/**
 * Returns a function to the relations of one of the cards that differ in what the actor may see; none without the right to see
 * relations.
 * @param numbers those of the cards in the later state, and in the earlier one
 */
export function relatedChanges(
  actor: Actor,
  keys: CostKeys,
  numbers: { present: readonly number[]; former: readonly number[] },
): (card: { seq: number | null; former: number | null }) => RelatedChange[] {
  if (!may(actor, "relations.view")) return () => [];
  const types = hiddenRelationTypes();
  const present = statement<Row, [string, string]>(PRESENT).all(listOf(numbers.present), types);
  const removed = statement<Row, [string, string]>(REMOVED).all(listOf(numbers.former), types);
  const sources = [...present, ...removed].map(({ source_id }) => source_id);
  const hidden = hiddenKeys(actor, keys.relations, sources);
  const changesIn = (rows: readonly Row[], isRemoved: boolean) =>
    Map.groupBy(
      rows.flatMap((row) => {
        const change = changeOf(row, isRemoved, hidden(row.source_id, row.type));
        return change ? [{ own: row.own, change }] : [];
      }),
      ({ own }) => own,
    );
  const [ofPresent, ofFormer] = [changesIn(present, false), changesIn(removed, true)];
  const changesOf = (of: ReturnType<typeof changesIn>, seq: number | null) =>
    (seq === null ? [] : (of.get(seq) ?? [])).map(({ change }) => change);
  return ({ seq, former }) => [...changesOf(ofPresent, seq), ...changesOf(ofFormer, former)];
}
