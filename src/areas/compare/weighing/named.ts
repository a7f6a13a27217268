/** The cards by which a state differs from its base, with names: the schema `main` is the state, `former` the base. */
import { statement } from "../../../../db";
import { phaseDay } from "../../../../db/query";
import { INITIATIVE } from "../../ppm";
import { APPLICATION } from "../../reports";

/** Cards that are named in one list. */
export const MAX_NAMED = 100;

/** A card by its name, with the day on which it begins or ends, if its life cycle says one. */
export type NamedCard = { id: string; name: string; day: string | null };
/** Cards by name, the first hundred of them, and how many there are. */
export type NamedCards = { total: number; items: NamedCard[] };

type Row = NamedCard & { total: number };

const BEGIN = `coalesce(${phaseDay("phaseIn")}, ${phaseDay("active")})`;
const END = phaseDay("endOfLife");
const ofFormer = (sql: string) => sql.replaceAll("c.lifecycle", "f.lifecycle");

const isActive = (alias: string) => `${alias}.type = ?1 AND ${alias}.status = 'ACTIVE'`;
const listed = (columns: string, rest: string) =>
  `SELECT id, name, day, count(*) OVER () AS total FROM (SELECT ${columns} AS day ${rest}) ORDER BY name, id LIMIT ${MAX_NAMED}`;

const CREATED = listed(
  `c.id, c.name, ${BEGIN}`,
  `FROM cards c WHERE ${isActive("c")} AND NOT EXISTS (SELECT 1 FROM former.cards f WHERE f.id = c.id AND ${isActive("f")})`,
);

const RETIRED = listed(
  `f.id, f.name, ${END}`,
  `FROM former.cards f LEFT JOIN cards c ON c.id = f.id AND ${isActive("c")} WHERE ${isActive("f")}
     AND (c.id IS NULL OR ${END} < coalesce(${ofFormer(END)}, '9999'))`,
);

/** Returns rows as a list of cards. */
function namedCards(sql: string, type: string): NamedCards {
  const rows = statement<Row, [string]>(sql).all(type);
  return { total: rows[0]?.total ?? 0, items: rows.map(({ id, name, day }) => ({ id, name, day })) };
}

/** The cards by which a state differs from its base. */
export type NamedDifferences = {
  new_applications: NamedCards;
  retired_applications: NamedCards;
  new_initiatives: NamedCards | null;
};

/**
 * Returns the applications that a state has more than its base, those that it lacks or ends earlier, and the initiatives that it has
 * more.
 * @param seesInitiatives whether these are looked for
 */
export const namedDifferences = (seesInitiatives: boolean): NamedDifferences => ({
  new_applications: namedCards(CREATED, APPLICATION),
  retired_applications: namedCards(RETIRED, APPLICATION),
  new_initiatives: seesInitiatives ? namedCards(CREATED, INITIATIVE) : null,
});
