/** The subject of the matrix, as its address has it, or the first there is: two types and the relations between them. */
import { useQuery } from "@tanstack/react-query";
import { readingOf } from "../../cards/related";
import { type RelationType, relationTypesQuery } from "../../metamodel/fields";
import { type CardType, useTypes } from "../../metamodel/queries";
import type { MatrixRelation } from "./queries";
import { type Meaning, meaningsOf } from "./table";

/** The types that a matrix begins with. */
const FIRST = { rows: "Application", columns: "Organization" };

type Search = { rows?: string | undefined; columns?: string | undefined; relation?: string | undefined };

/** Checks whether relations of a type link two types of cards, in either direction. */
const links = ({ source_type_key: source, target_type_key: target }: RelationType, one: string, other: string) =>
  (source === one && target === other) || (source === other && target === one);

export type Subject = {
  rows: CardType | undefined;
  columns: CardType | undefined;
  rowTypes: CardType[];
  columnTypes: CardType[];
  relations: RelationType[];
  relation: RelationType | undefined;
  /** True when relations of the type begin at the rows. */
  beginsAtRow: boolean;
  /** The words of the relation as it reads from a column to a row. */
  verb: string;
  meanings: Meaning[];
  meaningOf: (relation: MatrixRelation) => Meaning | undefined;
  /** The key of the attribute that has the meaning. */
  attribute: string | undefined;
};

/** Gives the subject of the matrix. */
export function useSubject(search: Search): Subject {
  const types = useTypes();
  const { data: all = [] } = useQuery(relationTypesQuery);
  const known = all.filter(
    ({ source_type_key, target_type_key }) => types.has(source_type_key) && types.has(target_type_key),
  );
  const related = (key: string) => [...types.values()].filter((one) => known.some((type) => links(type, key, one.key)));
  const rowTypes = [...types.values()].filter(({ key }) => related(key).length > 0);
  const rows = rowTypes.find(({ key }) => key === (search.rows ?? FIRST.rows)) ?? rowTypes[0];
  const columnTypes = rows ? related(rows.key) : [];
  const columns = columnTypes.find(({ key }) => key === (search.columns ?? FIRST.columns)) ?? columnTypes[0];
  const relations = rows && columns ? known.filter((type) => links(type, rows.key, columns.key)) : [];
  const relation = relations.find(({ key }) => key === search.relation) ?? relations[0];
  const field = relation?.attributes_schema.find(({ type, hidden }) => type === "single_select" && !hidden);
  const meanings = meaningsOf(field);
  const beginsAtRow = relation !== undefined && relation.source_type_key === rows?.key;
  return {
    rows,
    columns,
    rowTypes,
    columnTypes,
    relations,
    relation,
    beginsAtRow,
    verb: relation ? readingOf(relation, beginsAtRow ? "target" : "source").toLocaleLowerCase() : "",
    meanings,
    attribute: field?.key,
    meaningOf: ({ attributes }) => meanings.find(({ key }) => field && attributes?.[field.key] === key),
  };
}
