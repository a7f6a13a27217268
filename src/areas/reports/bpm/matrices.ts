/** The relations of processes to capabilities and applications. */
import type { Actor } from "../../../core/access/actor";
import { MAX_ROWS } from "../../../http/pagination";
import { columns, type Row } from "../../../http/tables";
import type { Filters } from "../population";
import { fragment, listed, object, scalar, stored } from "../rows";
import type { Report } from "../table";
import { cardNames, endOf, linkedElements, processesOf, relatedCards, relationOf } from "./processes";
import { shownRelationAttributes } from "./redaction";

/** A cell: the ids of its process and of the other card, and its JSON. */
type Cell = [process: string, other: string, text: string];

/** Returns cards as JSON. @param names id → name */
const refsOf = (names: ReadonlyMap<string, string>): string =>
  JSON.stringify([...names].map(([id, name]) => ({ id, name })));

/**
 * Returns the matrix that consists of cells, with the cards that occur in them.
 * @param cells one more than allowed when there are too many
 * @param kind what processes are related to
 * @param members the members of a cell in addition to its cards
 */
function matrixOf(name: string, cells: readonly Cell[], kind: string, members: readonly string[]): Report {
  const shown = cells.slice(0, MAX_ROWS);
  const rows = cardNames(shown.map(([process]) => process));
  const cols = cardNames(shown.map(([, other]) => other));
  return {
    name,
    json: () =>
      listed(
        shown.values().map(([, , text]) => text),
        `{"rows":${refsOf(rows)},"columns":${refsOf(cols)},"cells":`,
        endOf(cells.length > MAX_ROWS),
      ),
    columns: columns("process_id", "process", `${kind}_id`, kind, ...members),
    *rows() {
      for (const [row, col, text] of shown)
        yield { ...(JSON.parse(text) as Row), process: rows.get(row), [kind]: cols.get(col) };
    },
  };
}

/**
 * Returns one cell for each relation of processes.
 * @param members key → SQL for a member of a cell that describes its related card `c`
 */
function relationCells(actor: Actor, filters: Filters, relation: string, members: Record<string, string>): Cell[] {
  const cell = object({
    process_id: scalar("link.process_id"),
    ...members,
    attributes: stored("link.attributes", "{}"),
  });
  return relatedCards<Cell>(processesOf(actor, filters), relation, [], fragment(`link.process_id, c.id, ${cell}`), {
    attributes: shownRelationAttributes(actor),
    most: MAX_ROWS + 1,
  }).map(([, ...row]) => row);
}

/** Returns the relations of processes to capabilities. */
export const capabilityMatrix = (actor: Actor, filters: Filters): Report =>
  matrixOf(
    "capability-process-matrix",
    relationCells(actor, filters, relationOf.capability, { capability_id: scalar("c.id") }),
    "capability",
    [],
  );

const ELEMENT_CELL = object({
  process_id: scalar("c.id"),
  application_id: scalar("e.application_id"),
  source: `'"element"'`,
  element_name: scalar("e.name"),
  element_type: scalar("e.element_type"),
});

/** Returns the relations of processes to applications: by themselves, or by their elements. */
export function applicationMatrix(actor: Actor, filters: Filters): Report {
  const related = relationCells(actor, filters, relationOf.application, {
    application_id: scalar("c.id"),
    source: `'"relation"'`,
  });
  const linked = linkedElements<Cell>(
    processesOf(actor, filters),
    `c.id, e.application_id, ${ELEMENT_CELL}`,
    MAX_ROWS + 1,
  );
  return matrixOf("process-application-matrix", [...related, ...linked], "application", [
    "source",
    "element_name",
    "element_type",
  ]);
}
