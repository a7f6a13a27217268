/** Related cards in the cells of an import of cards: by name, by path or by id. */
import { firstValue, inList, listOf, statement } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { Problem } from "../../http/errors";
import { newId, parseUuid } from "../../platform/ids";
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
import { concludeChanges } from "./changes";
import type { RelationChange } from "./events";
import * as rows from "./rows";
import { cardinalityObjection, requireEnds } from "./service";

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

/** A change of a relation; that of one to be created names its new id until it is written together with others. */
type Draft = RelationChange | { created: NewRelation };
type NewRelation = Pick<rows.RelationRow, "id" | "type" | "source_id" | "target_id">;

/** The relations that an import creates, which are written together. */
class Creations {
  readonly drafts: Draft[] = [];
  private planned: NewRelation[] = [];
  /** The cards at the ends of those that aren't written yet. */
  private readonly ends = new Set<string>();

  add(created: NewRelation): void {
    this.planned.push(created);
    this.drafts.push({ created });
    for (const id of [created.source_id, created.target_id]) this.ends.add(id);
  }

  /** Writes what is planned, if that is about one of some cards, before their relations are read. */
  writeFor(ids: readonly string[]): void {
    if (ids.some((id) => this.ends.has(id))) this.write();
  }

  write(): void {
    rows.createRelationRows(this.planned);
    this.planned = [];
    this.ends.clear();
  }

  /** Returns all changes, once everything is written. */
  changes(): RelationChange[] {
    const ids = this.drafts.flatMap((draft) => ("created" in draft ? draft.created.id : []));
    const created = new Map(rows.findRelations(ids).map((relation) => [relation.id, relation]));
    return this.drafts.map((draft) =>
      "created" in draft
        ? { type: "relation.created", relation: created.get(draft.created.id) as rows.RelationWithEnds }
        : draft,
    );
  }
}

/** Returns a function that finds the name of a card, each once. */
function cachedNames(): (id: string) => string {
  const names = new Map<string, string>();
  return (id) => {
    const name = names.get(id) ?? firstValue<string>("SELECT name FROM cards WHERE id = ?", id) ?? "";
    names.set(id, name);
    return name;
  };
}

/** Relates a card to exactly these cards, but for archived ones; returns their names before and after. @throws Problem */
function setRelated(actor: Actor, cell: Cell, wanted: ReadonlySet<string>, creations: Creations) {
  const {
    id,
    column,
    link: { type },
  } = cell;
  const [near, far] = endsOf(cell);
  const cardinality = relationType(type)?.cardinality ?? "n:m";
  creations.writeFor([id, ...(cardinality === "n:m" ? [] : wanted)]);
  const stored = rows.relationsAt(near, id, type);
  const shown = unarchivedTypes(stored.map((relation) => relation[`${far}_id`]));
  const before = stored.filter((relation) => shown.has(relation[`${far}_id`]));
  if (before.length > MAX_RELATED)
    throw new Refusal(`${column}: it has more than ${MAX_RELATED} related cards, which no cell can list`, column);
  const surplus = before.filter((relation) => !wanted.has(relation[`${far}_id`]));
  for (const relation of surplus) {
    requireEnds(actor, relation.source_id, relation.target_id);
    rows.deleteRow(relation);
    creations.drafts.push({ type: "relation.deleted", relation });
  }
  const missing = [...wanted].filter((peer) => !shown.has(peer));
  for (const peer of missing) {
    const [source_id, target_id] = near === "source" ? ([id, peer] as const) : ([peer, id] as const);
    requireEnds(actor, source_id, target_id);
    const objection = cardinalityObjection(type, cardinality, source_id, target_id);
    if (objection) throw new Problem(422, objection);
    creations.add({ id: newId(), type, source_id, target_id });
    // The next one of this card is counted with this one.
    if (cardinality !== "n:m") creations.write();
  }
  const names = (relations: readonly rows.RelationWithEnds[]) => relations.map((relation) => relation[`${far}_name`]);
  const remaining = before.filter((relation) => !surplus.includes(relation));
  return { before: names(before), remaining: names(remaining), missing };
}

/** Relates cards to those that cells list; part of the running transaction. */
export function importRelated(actor: Actor, cells: readonly LinkCell[], setLinks: SetLinks): LinkOutcome[] {
  const own = cellsOf(cells, "cards");
  const resolve = resolveEntries(own);
  const creations = new Creations();
  const nameOf = cachedNames();
  const outcomes = own.map((cell) =>
    setLinks(cell, ({ entries }) => {
      const wanted = new Set(entries.map((entry) => resolve(cell, entry)));
      const { before, remaining, missing } = setRelated(actor, cell, wanted, creations);
      return { old: before, new: [...remaining, ...missing.map(nameOf)] };
    }),
  );
  creations.write();
  concludeChanges(actor, creations.changes());
  return outcomes;
}
