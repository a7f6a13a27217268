/** Matches staged relations with the cards that they join, and with the relations that there are. */
import { statement } from "../../../../db";
import { parseObject } from "../../../platform/json";
import { fitRelation } from "../fitting";
import type { MigrationRow } from "../rows";
import { differingAttributes } from "./differences";
import { type Match, type Payloads, writeMatches } from "./records";

/** Returns SQL for the card that an end of a staged relation was matched with; null when it is still to be created. */
const endCard = (end: "source" | "target") => `coalesce(
  (SELECT e.target_id FROM staged_records e WHERE e.migration_id = ?1 AND e.entity_kind = 'card' AND e.source_id = s.source_data ->> '$.${end}'),
  (SELECT i.target_id FROM migration_identity_map i WHERE i.source_type = ?2 AND i.entity_kind = 'card' AND i.source_id = s.source_data ->> '$.${end}'))`;

/** SQL for the condition that an end of a staged relation is known. */
const isKnown = (end: "source" | "target") => `(
  EXISTS (SELECT 1 FROM staged_records e WHERE e.migration_id = ?1 AND e.entity_kind = 'card' AND e.action <> 'conflict' AND e.source_id = s.source_data ->> '$.${end}')
  OR EXISTS (SELECT 1 FROM migration_identity_map i WHERE i.source_type = ?2 AND i.entity_kind = 'card' AND i.source_id = s.source_data ->> '$.${end}'))`;

/** Marks the relations with an end that is neither staged nor known. */
function markUnresolved({ id, source_type }: MigrationRow): void {
  const missing = (end: "source" | "target") =>
    `CASE WHEN ${isKnown(end)} THEN '' ELSE ' ${end} ' || (s.source_data ->> '$.${end}') END`;
  statement(
    `UPDATE staged_records AS s SET action = 'conflict',
       diff = json_object('reason', 'Neither staged nor migrated before:' || ${missing("source")} || ${missing("target")})
     WHERE s.migration_id = ?1 AND s.entity_kind = 'relation' AND NOT (${isKnown("source")} AND ${isKnown("target")})`,
  ).run(id, source_type);
}

type FoundRelation = { seq: number; type: string; source_data: string; relation_id: string; attributes: string | null };

/** Finds the staged relations that there are already, each with the oldest one. */
const findExisting = ({ id, source_type }: MigrationRow): FoundRelation[] =>
  statement<FoundRelation>(
    `WITH staged AS MATERIALIZED (
       SELECT s.seq, y.key AS type, s.source_data, y.seq AS type_seq, ${endCard("source")} AS source_id, ${endCard("target")} AS target_id
       FROM staged_records s JOIN relation_types y ON y.key = s.card_type_key
       WHERE s.migration_id = ?1 AND s.entity_kind = 'relation' AND s.action = 'create')
     SELECT staged.seq, staged.type, staged.source_data, r.id AS relation_id, r.attributes, min(r.seq)
     FROM staged CROSS JOIN cards a ON a.id = staged.source_id CROSS JOIN cards b ON b.id = staged.target_id
     CROSS JOIN relations r ON r.source_seq = a.seq AND r.type_seq = staged.type_seq AND r.target_seq = b.seq
     GROUP BY staged.seq`,
  ).all(id, source_type);

/** Matches the staged relations; part of the running transaction. */
export function matchRelations(migration: MigrationRow): void {
  markUnresolved(migration);
  writeMatches(
    findExisting(migration).map(({ seq, type, source_data, relation_id: targetId, attributes }): Match => {
      const payload = JSON.parse(source_data) as Payloads["relation"];
      const diff = differingAttributes(parseObject(attributes), fitRelation(type, payload.attributes).attributes);
      return Object.keys(diff).length === 0
        ? { seq, action: "skip", targetId }
        : { seq, action: "update", targetId, diff: { attributes: diff } };
    }),
  );
}
