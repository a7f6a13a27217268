/** Serializing relations, without the costs that the actor may not see. */
import { type Actor, cardsWithVisibleCosts, may } from "../../core/access/actor";
import { redactKeys } from "../cards";
import { relationCostKeysOf } from "../metamodel";
import type { RelationWithEnds } from "./rows";

const quoted = JSON.stringify as (text: string | null) => string;

function relationJson(row: RelationWithEnds, attributes: string | null): string {
  return `{"id":"${row.id}","type":${quoted(row.type)},"source_id":"${row.source_id}","target_id":"${row.target_id}","source":{"id":"${row.source_id}","type":${quoted(row.source_type)},"name":${quoted(row.source_name)}},"target":{"id":"${row.target_id}","type":${quoted(row.target_type)},"name":${quoted(row.target_name)}},"attributes":${attributes},"description":${quoted(row.description)},"created_at":"${row.created_at}"}`;
}

/** Returns relations as the inside of a JSON array. Their costs are visible to stakeholders of the source card. */
export function relationsJson(actor: Actor, rows: readonly RelationWithEnds[]): string {
  const withCosts = may(actor, "costs.view") ? [] : rows.filter((row) => relationCostKeysOf(row.type).length > 0);
  const sources = withCosts.map((row) => row.source_id);
  const visible = sources.length === 0 ? undefined : cardsWithVisibleCosts(actor, sources);
  const attributesOf = ({ type, source_id, attributes }: RelationWithEnds) =>
    visible && !visible.has(source_id) ? redactKeys(attributes, relationCostKeysOf(type)) : attributes;
  return rows.map((row) => relationJson(row, attributesOf(row))).join(",");
}
