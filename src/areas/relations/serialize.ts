/** Relations on their way out, without the costs that the actor may not see. */
import { type Actor, cardsWithVisibleCosts, may } from "../../core/access/actor";
import { withoutKeys } from "../cards";
import { relationCostKeysOf } from "../metamodel";
import type { Relation } from "./model";
import { type RelationWithEnds, relationRow } from "./rows";

const quoted = JSON.stringify as (text: string | null) => string;

function relationJson(row: RelationWithEnds, attributes: string | null): string {
  return `{"id":"${row.id}","type":${quoted(row.type)},"source_id":"${row.source_id}","target_id":"${row.target_id}","source":{"id":"${row.source_id}","type":${quoted(row.source_type)},"name":${quoted(row.source_name)}},"target":{"id":"${row.target_id}","type":${quoted(row.target_type)},"name":${quoted(row.target_name)}},"attributes":${attributes},"description":${quoted(row.description)},"created_at":"${row.created_at}"}`;
}

/** Relations as the inside of a JSON array. Costs follow the source card: who has a part in it sees them. */
export function relationsJson(actor: Actor, rows: readonly RelationWithEnds[]): string {
  const withCosts = may(actor, "costs.view") ? [] : rows.filter((row) => relationCostKeysOf(row.type).length > 0);
  const visible =
    withCosts.length === 0
      ? undefined
      : cardsWithVisibleCosts(
          actor,
          withCosts.map((row) => row.source_id),
        );
  return rows
    .map((row) =>
      relationJson(
        row,
        visible && !visible.has(row.source_id)
          ? withoutKeys(row.attributes, relationCostKeysOf(row.type))
          : row.attributes,
      ),
    )
    .join(",");
}

/**
 * One relation as JSON text.
 * @throws Problem 404
 */
export const relationText = (actor: Actor, id: string): string => relationsJson(actor, [relationRow(id)]);

/** One relation as the actor may see it, parsed. */
export const relationFor = (actor: Actor, id: string): Relation => JSON.parse(relationText(actor, id)) as Relation;
