/** Related cards in the cells of an import of cards: by name, by path or by id. */
import { inList, listOf, statement } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { parseUuid } from "../../platform/ids";
import {
  cellsOf,
  type LinkCell,
  type LinkOutcome,
  MAX_RELATED,
  namesIn,
  Refusal,
  resolveReferences,
  type SetLinks,
  unresolved,
} from "../cards";
import { relationType } from "../metamodel";
import { type Change, concludeChanges } from "./changes";
import * as rows from "./rows";
import { createWithinCardinality, requireEnds } from "./service";

type Cell = ReturnType<typeof cellsOf<"cards">>[number];

/** Returns the ends of relations at which the cards of a cell and those related to them are. */
const endsOf = ({ link }: Cell) =>
  link.side === "source" ? (["source", "target"] as const) : (["target", "source"] as const);

/** Returns the card type of the cards that a cell lists. */
const listedType = (cell: Cell) => relationType(cell.link.type)?.[`${endsOf(cell)[1]}_type_key`] ?? "";

/** Finds unarchived cards by their ids: id → type. */
const unarchivedTypes = (ids: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    ids.length === 0
      ? []
      : statement<{ id: string; type: string }, [string]>(
          `SELECT id, type FROM cards WHERE ${inList("id")} AND status <> 'ARCHIVED'`,
        )
          .all(listOf(ids))
          .map(({ id, type }) => [id, type]),
  );

/** Resolves the entries of cells, with one query for each card type. @returns a function that throws a Refusal */
function resolveEntries(cells: readonly Cell[]): (cell: Cell, entry: string) => string {
  const named = cells.flatMap((cell) => cell.entries.map((text) => ({ text, type: listedType(cell) })));
  const types = unarchivedTypes(named.flatMap(({ text }) => parseUuid(text) ?? []));
  const keyOf = ({ type, text }: (typeof named)[number]) => JSON.stringify([type, text]);
  const byName = [...new Map(named.filter(({ text }) => !parseUuid(text)).map((one) => [keyOf(one), one])).values()];
  const found = resolveReferences(byName.map(({ type, text }) => ({ type, names: namesIn(text) })));
  const resolutions = new Map(byName.map((one, at) => [keyOf(one), found[at]]));
  return (cell, text) => {
    const { column } = cell;
    const type = listedType(cell);
    const resolution = resolutions.get(keyOf({ type, text }));
    if (resolution) {
      if (resolution.status === "resolved") return resolution.id;
      throw unresolved(column, text, type, resolution);
    }
    const id = parseUuid(text) as string;
    if (types.get(id) !== type)
      throw new Refusal(`${column}: there is no card of type ${type} with the id ${id}`, column);
    return id;
  };
}

/** Relates a card to exactly these cards, but for archived ones; returns their names before and after. @throws Problem */
function setRelated(actor: Actor, cell: Cell, wanted: ReadonlySet<string>, changes: Change[]) {
  const {
    id,
    column,
    link: { type },
  } = cell;
  const [near, far] = endsOf(cell);
  const stored = rows.relationsAt(near, id, type);
  const shown = unarchivedTypes(stored.map((relation) => relation[`${far}_id`]));
  const before = stored.filter((relation) => shown.has(relation[`${far}_id`]));
  if (before.length > MAX_RELATED)
    throw new Refusal(`${column}: it has more than ${MAX_RELATED} related cards, which no cell can list`, column);
  const surplus = before.filter((relation) => !wanted.has(relation[`${far}_id`]));
  for (const relation of surplus) {
    requireEnds(actor, relation.source_id, relation.target_id);
    rows.deleteRow(relation);
    changes.push({ type: "relation.deleted", relation });
  }
  const created = [...wanted]
    .filter((peer) => !shown.has(peer))
    .map((peer) => {
      const [source_id, target_id] = near === "source" ? [id, peer] : [peer, id];
      requireEnds(actor, source_id, target_id);
      const relation = rows.requireRelation(
        createWithinCardinality({ type, source_id, target_id, attributes: {}, description: null }),
      );
      changes.push({ type: "relation.created", relation });
      return relation;
    });
  const names = (relations: readonly rows.RelationWithEnds[]) => relations.map((relation) => relation[`${far}_name`]);
  const remaining = before.filter((relation) => !surplus.includes(relation));
  return { old: names(before), new: names([...remaining, ...created]) };
}

/** Relates cards to those that cells list; part of the running transaction. */
export function importRelated(actor: Actor, cells: readonly LinkCell[], setLinks: SetLinks): LinkOutcome[] {
  const own = cellsOf(cells, "cards");
  const resolve = resolveEntries(own);
  const changes: Change[] = [];
  const outcomes = own.map((cell) =>
    setLinks(cell, ({ entries }) =>
      setRelated(actor, cell, new Set(entries.map((entry) => resolve(cell, entry))), changes),
    ),
  );
  concludeChanges(actor, changes);
  return outcomes;
}
