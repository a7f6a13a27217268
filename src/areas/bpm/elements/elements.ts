/** The elements of a process: listed with what they are linked to, and linked by people. */
import { statement, transaction } from "../../../../db";
import type { Actor } from "../../../core/access/actor";
import { publish } from "../../../core/journal/journal";
import { found } from "../../../http/errors";
import { now } from "../../../platform/clock";
import { type Process, requireProcess } from "../processes";
import { LINK_FIELDS, type LinkField, requireLinkable } from "./links";
import type { ElementChanges, ProcessElement } from "./model";
import { createRelationsOfElement } from "./relations";

type Row = Omit<ProcessElement, "is_automated" | "custom_fields"> & {
  is_automated: 0 | 1;
  custom_fields: string | null;
};

const SELECT = `SELECT e.id, e.process_id, e.bpmn_element_id, e.element_type, e.name, e.documentation, e.lane_name,
  e.is_automated, e.sequence_order, e.application_id, a.name AS application_name, e.data_object_id,
  d.name AS data_object_name, e.it_component_id, i.name AS it_component_name, e.custom_fields
  FROM process_elements e LEFT JOIN cards a ON a.id = e.application_id LEFT JOIN cards d ON d.id = e.data_object_id
  LEFT JOIN cards i ON i.id = e.it_component_id`;

const serialize = ({ is_automated, custom_fields, ...row }: Row): ProcessElement => ({
  ...row,
  is_automated: is_automated === 1,
  custom_fields: custom_fields === null ? null : JSON.parse(custom_fields),
});

/**
 * Lists the elements of a process, in their order.
 * @throws Problem 404
 */
export function listElements(processId: string): ProcessElement[] {
  requireProcess(processId);
  return statement<Row, [string]>(`${SELECT} WHERE e.process_id = ? ORDER BY e.sequence_order, e.id`)
    .all(processId)
    .map(serialize);
}

/** Returns the link after a change: an empty text clears it; undefined and null leave it. */
const linkAfter = (asked: string | null | undefined, before: string | null) => (asked == null ? before : asked || null);

/** The columns of an element that people set. */
const COLUMNS = [...LINK_FIELDS, "custom_fields"] as const;
export type SetColumns = Record<(typeof COLUMNS)[number], string | null>;

/** Finds the columns of an element that people set; undefined when there is no such element. */
export const findSetColumns = (id: string): SetColumns | undefined =>
  statement<SetColumns, [string]>(
    "SELECT application_id, data_object_id, it_component_id, custom_fields FROM process_elements WHERE id = ?",
  ).get(id) ?? undefined;

/** Sets columns of an element; part of the running transaction. */
export function setColumns(id: string, columns: SetColumns): void {
  statement(
    `UPDATE process_elements SET application_id = ?, data_object_id = ?, it_component_id = ?, custom_fields = ?,
       updated_at = ? WHERE id = ?`,
  ).run(...COLUMNS.map((column) => columns[column]), now(), id);
}

/** Publishes `process_element.updated` with what differs; nothing when nothing does. */
function publishUpdate(actor: Actor, process: Process, before: Row, after: SetColumns): void {
  const changed = COLUMNS.filter((column) => before[column] !== after[column]);
  if (changed.length === 0) return;
  const { id, bpmn_element_id, name } = before;
  publish(actor, {
    type: "process_element.updated",
    cardId: process.id,
    data: {
      ...{ id, process_name: process.name, bpmn_element_id, name },
      changes: Object.fromEntries(changed.map((column) => [column, { old: before[column], new: after[column] }])),
    },
    undo: { before: Object.fromEntries(COLUMNS.map((column) => [column, before[column]])) },
  });
}

/**
 * Updates the links of an element, and its fields of the client's own, as far as they are given; relations of the process
 * follow from all links that it has then. Publishes `process_element.updated`.
 * @throws Problem 404; 422 for a card that doesn't exist or is of another type
 */
export function updateElement(actor: Actor, processId: string, elementId: string, changes: ElementChanges): void {
  transaction(() => {
    const process = requireProcess(processId);
    const before = found(
      statement<Row, [string, string]>(`${SELECT} WHERE e.id = ? AND e.process_id = ?`).get(elementId, processId),
      "Element",
    );
    requireLinkable(changes);
    const links = LINK_FIELDS.map((field) => [field, linkAfter(changes[field], before[field])] as const);
    const fieldsAfter = changes.custom_fields == null ? before.custom_fields : JSON.stringify(changes.custom_fields);
    const after = { ...Object.fromEntries(links), custom_fields: fieldsAfter } as SetColumns;
    setColumns(elementId, after);
    publishUpdate(actor, process, before, after);
    const linked = Object.fromEntries(links.map(([field, id]) => [field, id === null ? [] : [id]]));
    createRelationsOfElement(actor, process, linked as Record<LinkField, string[]>);
  });
}
