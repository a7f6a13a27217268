/** Brings the elements of a process in line with a document: an element keeps its row and its links while its BPMN id stays. */
import { statement } from "../../../../db";
import { now } from "../../../platform/clock";
import { newId } from "../../../platform/ids";
import type { BpmnElement } from "../bpmn/elements";
import { LINK_FIELDS, type LinksByElement } from "./links";

/** Columns of an element that its document says. */
const CONTENT = ["element_type", "name", "documentation", "lane_name", "is_automated", "sequence_order", "updated_at"];

/** Replaces what the elements of a process say by what a document says; part of the running transaction. */
export function mergeElements(processId: string, elements: readonly BpmnElement[]): void {
  const at = now();
  const rows = JSON.stringify(elements.map((element) => ({ ...element, id: newId() })));
  statement(
    `DELETE FROM process_elements WHERE process_id = ?
       AND bpmn_element_id NOT IN (SELECT value ->> 'bpmn_element_id' FROM json_each(?))`,
  ).run(processId, rows);
  statement(
    `INSERT INTO process_elements (id, process_id, bpmn_element_id, element_type, name, documentation, lane_name,
       is_automated, sequence_order, custom_fields, created_at, updated_at)
     SELECT value ->> 'id', ?, value ->> 'bpmn_element_id', value ->> 'element_type', value ->> 'name',
       value ->> 'documentation', value ->> 'lane_name', value ->> 'is_automated', value ->> 'sequence_order', '{}', ?, ?
     FROM json_each(?) WHERE true
     ON CONFLICT (process_id, bpmn_element_id) DO UPDATE SET
       ${CONTENT.map((column) => `${column} = excluded.${column}`).join(", ")}`,
  ).run(processId, at, at, rows);
}

/**
 * Returns SQL for what a link becomes: as the entry says if it has the field, null when the entry's card is no active one.
 */
const linkAfter = (field: string) =>
  `${field} = CASE WHEN entry.value ->> '${field}' IS NULL THEN process_elements.${field}
     ELSE (SELECT id FROM cards WHERE id = entry.value ->> '${field}' AND status = 'ACTIVE') END`;

/**
 * Applies links to the elements of a process: a link to a card that isn't active is cleared, a field that isn't given stays,
 * and the client's own fields are overlaid key by key. Part of the running transaction.
 */
export function applyLinks(processId: string, links: LinksByElement): void {
  if (links.size === 0) return;
  const entries = JSON.stringify(Object.fromEntries(links));
  statement(
    `UPDATE process_elements SET ${LINK_FIELDS.map(linkAfter).join(", ")}
     FROM json_each(?) AS entry WHERE process_id = ? AND bpmn_element_id = entry.key`,
  ).run(entries, processId);
  overlayCustomFields(processId, links);
}

/** Overlays the client's own fields of elements key by key. */
function overlayCustomFields(processId: string, links: LinksByElement): void {
  const given = [...links].flatMap(([id, { custom_fields }]) => (custom_fields ? [[id, custom_fields] as const] : []));
  if (given.length === 0) return;
  const stored = new Map(
    statement<{ bpmn_element_id: string; custom_fields: string | null }, [string]>(
      "SELECT bpmn_element_id, custom_fields FROM process_elements WHERE process_id = ?",
    )
      .all(processId)
      .map((row) => [row.bpmn_element_id, JSON.parse(row.custom_fields ?? "{}")]),
  );
  const overlaid = given.map(([id, own]) => [id, JSON.stringify({ ...stored.get(id), ...own })]);
  statement(
    `UPDATE process_elements SET custom_fields = entry.value ->> 1
     FROM json_each(?) AS entry WHERE process_id = ? AND bpmn_element_id = entry.value ->> 0`,
  ).run(JSON.stringify(overlaid), processId);
}
