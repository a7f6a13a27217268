/** The relations between the cards of two types, and changing them. */

import { t } from "@lingui/core/macro";
import { sendAttributes } from "../../cards/relation-attributes";
import { type Filter, queryOf } from "../../filters/condition";
import { asReport } from "../../reports/search";
import { type ShownChange, tryChange } from "../../server/changes";
import { answered, api, type Schemas } from "../../server/client";
import { query } from "../../server/queries";

export type MatrixReport = Schemas["Matrix"];
export type MatrixCard = MatrixReport["rows"][number];
export type MatrixRelation = NonNullable<MatrixReport["intersections"][number]["relations"]>[number];

export type MatrixChoice = { rows: string; columns: string; filter: Filter; at: string | undefined };

/** Returns the parameters of the report, also for its files. */
export const matrixParameters = ({ rows, columns, filter, at }: MatrixChoice) => ({
  row_type: rows,
  col_type: columns,
  ...queryOf(filter),
  ...(at && { at }),
});

const KEY = ["reports", "matrix"];

/** Returns the report with the relations of each cell. */
export const matrixQuery = (choice: MatrixChoice) =>
  query([...KEY, matrixParameters(choice)], ["card.", "relation."], ({ signal }) =>
    asReport(
      answered(
        api.GET("/api/v1/reports/matrix", {
          signal,
          params: { query: { ...matrixParameters(choice), relations: true } as never },
        }),
      ),
    ),
  );

type Ends = { row: MatrixCard; column: MatrixCard };

/** Returns a change of the relations of a cell as it is shown until the server has answered. */
const shownCell = (
  { row, column }: Ends,
  update: (relations: readonly MatrixRelation[]) => MatrixRelation[],
): ShownChange => ({
  queryKey: KEY,
  update: (report: MatrixReport) => {
    const isHere = (one: MatrixReport["intersections"][number]) => one.row_id === row.id && one.col_id === column.id;
    const relations = update(report.intersections.find(isHere)?.relations ?? []);
    const others = report.intersections.filter((one) => !isHere(one));
    return {
      ...report,
      intersections: relations.length > 0 ? [...others, { row_id: row.id, col_id: column.id, relations }] : others,
    };
  },
});

type NewRelation = Ends & {
  type: string;
  /** True when relations of the type begin at the rows. */
  beginsAtRow: boolean;
  attributes: Record<string, unknown>;
};

/** The relations that are being made, by their cell: what is done to one waits until it has an id. */
const beingMade = new Map<string, Promise<string | undefined>>();

const cellOf = ({ row, column }: Ends) => `${row.id} ${column.id}`;

/** Returns a relation with its id, once it has one; undefined when it was refused. */
async function saved(ends: Ends, relation: MatrixRelation): Promise<MatrixRelation | undefined> {
  if (relation.id !== "") return relation;
  const id = await beingMade.get(cellOf(ends));
  return id === undefined ? undefined : { ...relation, id };
}

/** Relates the cards of a cell. */
export function relateCell({ type, beginsAtRow, attributes, ...ends }: NewRelation): Promise<unknown> {
  const { row, column } = ends;
  const [source_id, target_id] = beginsAtRow ? [row.id, column.id] : [column.id, row.id];
  let id: string | undefined;
  const made = tryChange({
    sentence: t`${row.name} and ${column.name} are related`,
    show: [shownCell(ends, (before) => [...before, { id: "", type, source_id, attributes }])],
    async send() {
      const reply = await api.POST("/api/v1/relations", { body: { type, source_id, target_id, attributes } as never });
      id = reply.data?.id;
      return reply;
    },
  }).then(() => id);
  beingMade.set(cellOf(ends), made);
  return made;
}

/** Changes attributes of a relation. */
export async function changeRelation(
  ends: Ends,
  relation: MatrixRelation,
  attributes: Record<string, unknown>,
): Promise<boolean> {
  const known = await saved(ends, relation);
  if (!known) return false;
  const isSame = ({ id }: MatrixRelation) => id === relation.id || id === known.id;
  return tryChange({
    sentence: t`The relation of ${ends.row.name} and ${ends.column.name} changed`,
    show: [
      shownCell(ends, (before) =>
        before.map((one) => (isSame(one) ? { ...one, attributes: { ...one.attributes, ...attributes } } : one)),
      ),
    ],
    send: () => sendAttributes(known.id, known.attributes, attributes),
  });
}

/** Takes a relation away. */
export async function deleteRelation(ends: Ends, relation: MatrixRelation): Promise<boolean> {
  const known = await saved(ends, relation);
  if (!known) return false;
  return tryChange({
    sentence: t`${ends.row.name} and ${ends.column.name} are no longer related`,
    show: [shownCell(ends, (before) => before.filter(({ id }) => id !== relation.id && id !== known.id))],
    send: () => api.DELETE("/api/v1/relations/{rel_id}", { params: { path: { rel_id: known.id } } }),
  });
}
