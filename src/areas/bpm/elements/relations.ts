/** The relations of a process that follow from the links of its elements; none is ever taken away by them. */
import { allValues } from "../../../../db";
import type { Author } from "../../../core/journal/journal";
import { attachLinkedCards, concludeChanges } from "../../relations";
import type { Process } from "../processes";
import { LINK_FIELDS, type LinkField, relationTypeOf } from "./links";

const DESCRIPTION = "Auto-created from the elements of the process's BPMN model";

/** Creates the relations of a process to cards that are missing; part of the running transaction. */
export function createRelationsOfElement(
  author: Author,
  process: Process,
  linked: Record<LinkField, readonly string[]>,
): void {
  const changes = LINK_FIELDS.flatMap((field) =>
    linked[field].length === 0 ? [] : attachLinkedCards(process.id, relationTypeOf(field), linked[field], DESCRIPTION),
  );
  concludeChanges(
    author,
    changes.map((change) => ({ ...change, details: { source: "bpm" } })),
  );
}

/** Creates the relations of a process that are missing for the links of all of its elements. */
export function createRelationsOfElements(author: Author, process: Process): void {
  const linked = LINK_FIELDS.map((field) => [
    field,
    allValues<string>(
      `SELECT DISTINCT ${field} AS id FROM process_elements WHERE process_id = ? AND ${field} IS NOT NULL`,
      process.id,
    ),
  ]);
  createRelationsOfElement(author, process, Object.fromEntries(linked) as Record<LinkField, string[]>);
}
