/** The processes that a report is about, and what they are related and linked to. */
import { inList, listOf, relationTypeNumber } from "../../../../db";
import { type Condition, clause, valuesOf, where } from "../../../../db/query";
import type { Actor } from "../../../core/access/actor";
import { BUSINESS_PROCESS } from "../card-types";
import { type Filters, populationOf, selectCards } from "../population";
import { fragment, type Query, rowsOf } from "../rows";

/** The relation types of processes, by what is at the other end. */
export const relationOf = {
  application: "relProcessToApp",
  capability: "relProcessToBC",
  context: "relProcessToBizCtx",
  dataObject: "relProcessToDataObj",
  organization: "relProcessToOrg",
  process: "relProcessDependency",
} as const;

/** Returns the end of an answer, with the member that marks it as cut when there is more than it can hold. */
export const endOf = (isCut: boolean): string => (isCut ? ',"truncated":true}' : "}");

/** Returns the conditions on the processes of a report: they are active, and the filters let them through. */
export const processesOf = (actor: Actor, filters: Filters): Condition[] =>
  populationOf(actor, BUSINESS_PROCESS, filters);

/** Returns the beginning of a statement that calls the numbers, ids and names of processes `process`. */
export const withProcesses = (processes: readonly Condition[]): Query =>
  fragment(
    `WITH process AS MATERIALIZED (SELECT c.seq, c.id, c.name FROM cards c ${clause(processes)})`,
    ...valuesOf(processes),
  );

/**
 * Returns the cards that processes are related to, in either direction, by the names of the processes and then their own:
 * the number of the process, and columns. A card is there as often as there are relations.
 * @param peers the conditions on these cards
 * @param columns SQL for columns of a card `c` and its `link`, which has `process_id` and `attributes`
 * @param attributes SQL for the attributes of relations `r`, where a column shows them
 */
export function relatedCards<Row extends unknown[]>(
  processes: readonly Condition[],
  relation: string,
  peers: readonly Condition[],
  columns: Query,
  { attributes = fragment("NULL"), most = -1 }: { attributes?: Query; most?: number } = {},
): [process: number, ...Row][] {
  const { sql, values } = withProcesses(processes);
  const end = (own: string, other: string) =>
    `SELECT process.seq AS process, process.id AS process_id, process.name, r.seq, r.${other} AS peer, ${attributes.sql} AS attributes
     FROM process CROSS JOIN relations r ON r.${own} = process.seq AND r.type_seq = ${relationTypeNumber()}`;
  return rowsOf(
    fragment(
      `${sql}, link AS MATERIALIZED (${end("source_seq", "target_seq")} UNION ALL ${end("target_seq", "source_seq")})
       SELECT link.process, ${columns.sql} FROM link CROSS JOIN cards c ON c.seq = link.peer ${clause(peers)}
       ORDER BY link.name, link.process, c.name, c.seq, link.seq LIMIT ?`,
      ...values,
      ...[...attributes.values, relation],
      ...[...attributes.values, relation],
      ...columns.values,
      ...valuesOf(peers),
      most,
    ),
  );
}

/**
 * Returns the elements of processes that are linked to applications, by the names of the processes and then in their order.
 * @param columns SQL for columns of an element `e` and its process `c`
 */
export function linkedElements<Row extends unknown[]>(
  processes: readonly Condition[],
  columns: string,
  most: number,
): Row[] {
  const conditions = [...processes, where("e.application_id IS NOT NULL")];
  return rowsOf(
    fragment(
      `SELECT ${columns} FROM cards c CROSS JOIN process_elements e ON e.process_id = c.id ${clause(conditions)}
       ORDER BY c.name, c.seq, e.sequence_order, e.id LIMIT ?`,
      ...valuesOf(conditions),
      most,
    ),
  );
}

/** Maps id → name of cards of any status, by name. */
export const cardNames = (ids: readonly string[]): Map<string, string> =>
  new Map(
    rowsOf<[seq: number, id: string, name: string]>(
      selectCards([where(inList("c.id"), listOf([...new Set(ids)]))], fragment("c.id, c.name")),
    ).map(([, id, name]) => [id, name]),
  );
