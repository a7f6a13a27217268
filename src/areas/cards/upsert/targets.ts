/** The cards that rows are about, and their parents. */
import { inList, listOf, nameKeyOf, statement } from "../../../../db";
import { parseUuid } from "../../../platform/ids";
import { namesIn, type Resolution, resolveReferences } from "../bulk/references";
import { type CardRow, findCards } from "../repository";
import type { UpsertRow } from "./model";
import { nearestTo } from "./nearest";
import { type Nearest, Refusal } from "./refusal";

/** A row with its place in the request and its card type. */
export type PlacedRow = { at: number; row: UpsertRow; type: string | undefined };

/** The parent of a row: undefined when the row leaves it as it is. */
export type ParentOf = (row: PlacedRow) => string | null | undefined | Refusal;

/** Returns the refusal of a reference of a row that names no card, or several. */
export function unresolved(field: string, text: string, type: string, { status, candidates }: Resolution): Refusal {
  const named: Nearest = (candidates ?? []).map(({ id, path }) => ({ id, name: path, path }));
  const nearest = named.length > 0 ? named : nearestTo(type, namesIn(text).at(-1) ?? "");
  const why = status === "ambiguous" ? "several cards have this name" : "no card has this name";
  return new Refusal(`${field}: ${why}: ${text.slice(0, 200)}`, field, nearest);
}

/** Returns the parents that rows name by id, and those that they name otherwise, with one query for each card type. */
export function resolveParents(rows: readonly PlacedRow[]): ParentOf {
  const named = rows.filter(({ row: { parent } }) => parent && parent.trim() !== "" && !parseUuid(parent));
  const resolutions = resolveReferences(
    named.map(({ row, type = "" }) => ({ type, names: namesIn(row.parent as string) })),
  );
  const found = new Map(named.map(({ at }, place) => [at, resolutions[place]]));
  return ({ at, row: { parent, parent_id }, type = "" }) => {
    if (parent === undefined || parent === null) return parent_id;
    if (parent.trim() === "") return null;
    const resolution = found.get(at);
    if (!resolution) return parseUuid(parent);
    return resolution.status === "resolved" ? resolution.id : unresolved("parent", parent, type, resolution);
  };
}

type FoundCard = CardRow & { wanted: number };

const BY_EXTERNAL_ID = `SELECT w.value ->> 2 AS wanted, c.* FROM json_each(?) w CROSS JOIN cards c
  ON c.external_id = w.value ->> 0 AND c.type = w.value ->> 1 ORDER BY c.seq`;

/** The active cards of a type and a name, anywhere or at a place. */
const BY_NAME = `SELECT w.value ->> 3 AS wanted, c.* FROM json_each(?) w CROSS JOIN cards c
  ON c.type = w.value ->> 0 AND c.name_key = w.value ->> 1
  WHERE c.status = 'ACTIVE' AND (w.value ->> 4 OR c.parent_id IS w.value ->> 2) ORDER BY c.seq`;

const placeOf = <T>(rows: readonly (T & { wanted: number })[]): Map<number, T[]> =>
  Map.groupBy(rows, (row) => row.wanted);

/** The card of a row and the way it was found by; undefined for a card that is to be created. */
export type Target = { card: CardRow; by: "id" | "external_id" | "name" } | undefined;

const nearestOf = (cards: readonly CardRow[]): Nearest =>
  cards.slice(0, 5).map(({ id, name }) => ({ id, name, path: null }));

/**
 * Finds the cards of rows: by id; or by external id; or by the name, within the parent that a row names. Runs three queries.
 * @returns a function that throws a Refusal for a row whose card is missing or not the only one
 */
export function findTargets(
  rows: readonly PlacedRow[],
  parentOf: (row: PlacedRow) => string | null | undefined,
): (row: PlacedRow) => Target {
  const ids = rows.flatMap(({ row }) => row.id ?? []);
  const byId = new Map(findCards(ids).map((card) => [card.id, card]));
  const keyed = rows.filter(({ row, type }) => !row.id && type !== undefined);
  const external = keyed.filter(({ row }) => row.external_id);
  const byExternalId = placeOf(
    statement<FoundCard, [string]>(BY_EXTERNAL_ID).all(
      JSON.stringify(external.map(({ at, row, type }) => [row.external_id, type, at])),
    ),
  );
  const names = keyed.flatMap((placed) => {
    const { at, row, type } = placed;
    const key = nameKeyOf(row.name ?? "");
    const parent = parentOf(placed);
    return key === "" ? [] : [[type, key, parent ?? null, at, parent === undefined ? 1 : 0]];
  });
  const byName = placeOf(statement<FoundCard, [string]>(BY_NAME).all(JSON.stringify(names)));
  return ({ at, row }) => {
    if (row.id) {
      const card = byId.get(row.id);
      if (!card) throw new Refusal(`id: there is no card ${row.id}`, "id", [], 404);
      return { card, by: "id" };
    }
    const ofExternalId = byExternalId.get(at) ?? [];
    if (ofExternalId.length > 1)
      throw new Refusal("external_id: several cards have it", "external_id", nearestOf(ofExternalId));
    if (ofExternalId[0]) return { card: ofExternalId[0], by: "external_id" };
    const ofName = byName.get(at) ?? [];
    if (ofName.length > 1) throw new Refusal("name: several cards have it", "name", nearestOf(ofName));
    const [card] = ofName;
    if (!card) return undefined;
    if (row.external_id && card.external_id && card.external_id !== row.external_id)
      throw new Refusal("name: a card of this name has another external id", "name", nearestOf([card]));
    return { card, by: "name" };
  };
}

/** Returns cards by their ids, as they are now. */
export const cardsById = (ids: readonly string[]): Map<string, CardRow> =>
  new Map(
    statement<CardRow, [string]>(`SELECT * FROM cards WHERE ${inList("id")}`)
      .all(listOf(ids))
      .map((card) => [card.id, card]),
  );
