/** Which processes are related to which capabilities and applications. */
import { inList, listOf } from "../../../../db";
import type { Actor } from "../../../core/access/actor";
import { MOST_ROWS } from "../../../http/pagination";
import { columns, type Row } from "../../../http/tables";
import { where } from "../../cards";
import { type Filters, selectCards } from "../population";
import { fragment, list, object, rowsOf, scalar, stored } from "../rows";
import type { Report } from "../table";
import { endOf, linkedElements, processesOf, relatedCards, relationOf } from "./processes";
import { shownRelationAttributes } from "./redaction";

/** A cell: the numbers of its process and of the other card, and its JSON. */
type Cell = [process: number, other: number, text: string];
type NamedCard = [seq: number, name: string, text: string];

/** Cards by name. */
const namedCards = (numbers: readonly number[]): NamedCard[] =>
  rowsOf(
    selectCards(
      [where(inList("c.seq"), listOf([...new Set(numbers)]))],
      fragment(`c.name, ${object({ id: scalar("c.id"), name: scalar("c.name") })}`),
    ),
  );

const textsOf = (cards: readonly NamedCard[]) => list(cards.map(([, , text]) => text));

/**
 * The matrix that consists of cells, with the cards that occur in them.
 * @param cells one more than allowed when there are too many
 * @param other what processes are related to
 * @param members what a cell tells beside its cards
 */
function matrixOf(name: string, cells: readonly Cell[], other: string, members: readonly string[]): Report {
  const shown = cells.slice(0, MOST_ROWS);
  const rows = namedCards(shown.map(([process]) => process));
  const cols = namedCards(shown.map(([, other]) => other));
  const names = new Map([...rows, ...cols].map(([seq, name]) => [seq, name]));
  return {
    name,
    json: () => {
      const texts = list(shown.map(([, , text]) => text));
      return `{"rows":${textsOf(rows)},"columns":${textsOf(cols)},"cells":${texts}${endOf(cells.length > MOST_ROWS)}`;
    },
    columns: columns("process_id", "process", `${other}_id`, other, ...members),
    *rows() {
      for (const [row, col, text] of shown)
        yield { ...(JSON.parse(text) as Row), process: names.get(row), [other]: names.get(col) };
    },
  };
}

/** One cell for each relation of processes. @param members key → SQL for what a cell tells of its related card `c` */
const relationCells = (actor: Actor, filters: Filters, relation: string, members: Record<string, string>): Cell[] =>
  relatedCards<[number, string]>(
    processesOf(actor, filters),
    relation,
    [],
    fragment(
      `c.seq, ${object({
        process_id: scalar("link.process_id"),
        ...members,
        attributes: stored("link.attributes", "{}"),
      })}`,
    ),
    { attributes: shownRelationAttributes(actor), most: MOST_ROWS + 1 },
  );

/** Which processes are related to which capabilities. */
export const capabilityMatrix = (actor: Actor, filters: Filters): Report =>
  matrixOf(
    "capability-process-matrix",
    relationCells(actor, filters, relationOf.capability, { capability_id: scalar("c.id") }),
    "capability",
    [],
  );

const ELEMENT_CELL = object({
  process_id: scalar("c.id"),
  application_id: scalar("a.id"),
  source: `'"element"'`,
  element_name: scalar("e.name"),
  element_type: scalar("e.element_type"),
});

/** Which processes are related to which applications: by themselves, or by their elements. */
export function applicationMatrix(actor: Actor, filters: Filters): Report {
  const related = relationCells(actor, filters, relationOf.application, {
    application_id: scalar("c.id"),
    source: `'"relation"'`,
  });
  const linked = linkedElements<Cell>(
    processesOf(actor, filters),
    `c.seq, a.seq, ${ELEMENT_CELL}`,
    "c.name, c.seq, e.sequence_order, e.id",
    MOST_ROWS + 1,
  );
  return matrixOf("process-application-matrix", [...related, ...linked], "application", [
    ...["source", "element_name", "element_type"],
  ]);
}
