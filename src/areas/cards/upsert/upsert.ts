/**
 * Upserts: rows that create cards or change them, as one batch. Rows wait for those that create their parents; a dry run does the
 * same and takes it back, so that it reports what follows, too.
 */
import { largeTransaction, nameKeyOf, rehearse, savepoint } from "../../../../db";
import { type Actor, deniedCards, may } from "../../../core/access/actor";
import { progress } from "../../../core/threads/progress";
import { forbidden, Problem } from "../../../http/errors";
import { namesIn } from "../bulk/references";
import { refreshDerivedFields } from "../derived-fields";
import { type CardUpdate, publishCards } from "../events";
import { redactedKeysFor } from "../redaction";
import type { CardRow } from "../repository";
import { concludeUpdates } from "../update";
import { type LinkChanges, RefusedLinks, type RowLinks, writeLinks } from "./links";
import type { RowResult, Upsert, UpsertResult } from "./model";
import { nearestTo } from "./nearest";
import { Refusal, refusalOf } from "./refusal";
import { cardReport } from "./report";
import { cardsById, findTargets, type ParentOf, type PlacedRow, resolveParents } from "./targets";
import { createByRow, updateByRow } from "./write";

/** Levels of rows that wait for the rows of their parents. */
const MAX_PASSES = 32;
/** Rows for which close names are looked up. */
const MAX_NEAREST = 200;

/** The result of a row while others are written. */
type Outcome = {
  by: RowResult["found_by"];
  before?: CardRow | undefined;
  id?: string;
  changed?: boolean;
  refusal?: ReturnType<typeof refusalOf>;
};

/** The state of an upsert that is being written. */
type Writing = {
  actor: Actor;
  request: Upsert;
  outcomes: Map<number, Outcome>;
  /** The rows by the cards that they have written. */
  written: Map<string, number>;
  updates: CardUpdate[];
  created: { id: string; type: string; name: string }[];
  parents: Set<string | null>;
};

/** Notes a refusal of a row. @throws Problem naming the row, when a refusal is to stop everything */
function refuse({ request, outcomes }: Writing, at: number, error: unknown): void {
  const refusal = refusalOf(error);
  const { status } = error as Problem;
  if (request.on_error === "stop" && !request.dry_run) throw new Problem(status, `rows.${at}: ${refusal.error}`);
  outcomes.set(at, { by: null, refusal });
}

/** Writes a row. @throws Problem when it is refused */
function writeRow(
  writing: Writing,
  placed: PlacedRow,
  parentId: string | null | undefined,
  target: ReturnType<ReturnType<typeof findTargets>>,
  denied: ReadonlySet<string>,
): void {
  const { actor, request, outcomes, written, updates, created, parents } = writing;
  const { at, row, type } = placed;
  if (!target) {
    if (!request.create) throw new Refusal("There is no such card", "name");
    const id = createByRow(actor, row, type, parentId ?? null);
    created.push({ id, type: type as string, name: row.name as string });
    parents.add(parentId ?? null);
    written.set(id, at);
    outcomes.set(at, { by: null, id });
    return;
  }
  const { card, by } = target;
  const other = written.get(card.id);
  if (other !== undefined) throw new Refusal(`It is the card of row ${other}, too`, by, [], 409);
  const changes = updateByRow(actor, card, row, parentId, denied.has(card.id));
  written.set(card.id, at);
  if (changes) updates.push({ card, changes });
  outcomes.set(at, { by, before: card, id: card.id, changed: changes !== undefined });
}

/** Returns the names of rows that may be created, by their types. */
const nameIn = (type: string | undefined, name: string) => `${type} ${nameKeyOf(name)}`;

/** Writes the rows whose parents are there. @returns those that wait for the rows of their parents */
function writePass(writing: Writing, rows: readonly PlacedRow[], isLast: boolean): PlacedRow[] {
  const resolve: ParentOf = resolveParents(rows);
  const parents = new Map(rows.map((placed) => [placed.at, resolve(placed)]));
  const pending = new Set(rows.map(({ row, type }) => nameIn(type, row.name ?? "")));
  const waits = ({ at, row, type }: PlacedRow) => {
    if (isLast || !(parents.get(at) instanceof Refusal)) return false;
    const parent = nameIn(type, namesIn(row.parent ?? "").at(-1) ?? "");
    return parent !== nameIn(type, row.name ?? "") && pending.has(parent);
  };
  const waiting = rows.filter(waits);
  const ready = rows.filter((placed) => !waits(placed));
  const parentOf = ({ at }: PlacedRow) => {
    const parent = parents.get(at);
    return parent instanceof Refusal ? undefined : parent;
  };
  const targetOf = findTargets(ready, parentOf);
  const found = ready.flatMap((placed) => {
    try {
      const parent = parents.get(placed.at);
      if (parent instanceof Refusal) throw parent;
      return [{ placed, target: targetOf(placed) }];
    } catch (error) {
      refuse(writing, placed.at, error);
      return [];
    }
  });
  const ids = found.flatMap(({ target }) => target?.card.id ?? []);
  const denied = new Set(deniedCards(writing.actor, "card.edit", ids, ids.length));
  for (const { placed, target } of found) {
    progress(writing.outcomes.size, writing.request.rows.length);
    try {
      writeRow(writing, placed, parentOf(placed), target, denied);
    } catch (error) {
      refuse(writing, placed.at, error);
    }
  }
  return waiting;
}

/** The facts of an import that its rows do not have. */
type Import = {
  /** The reason for which the row at a place is refused in any case. */
  objectionTo: (at: number) => Refusal | undefined;
  /** The links that the row at a place sets. */
  linksOf: (at: number) => readonly RowLinks[];
};
const plain: Import = { objectionTo: () => undefined, linksOf: () => [] };

/** Writes all rows, refreshes what is derived of them and publishes it. @returns the results of the rows */
function writeAll(actor: Actor, request: Upsert, { objectionTo, linksOf }: Import): RowResult[] {
  const writing: Writing = {
    actor,
    request,
    outcomes: new Map(),
    written: new Map(),
    updates: [],
    created: [],
    parents: new Set(),
  };
  let waiting: PlacedRow[] = request.rows.flatMap((row, at) => {
    const objection = objectionTo(at);
    if (objection) refuse(writing, at, objection);
    return objection ? [] : [{ at, row, type: row.type ?? request.type ?? undefined }];
  });
  for (let pass = 0; waiting.length > 0; pass++) {
    const next = writePass(writing, waiting, pass === MAX_PASSES);
    // Rows whose parents form a circle wait for one another.
    waiting = next.length === waiting.length ? writePass(writing, next, true) : next;
  }
  refreshDerivedFields(writing.created, [...writing.parents]);
  publishCards(actor, "card.created", writing.created);
  concludeUpdates(actor, writing.updates);
  const inRowOrder = [...writing.written].toSorted(([, one], [, other]) => one - other);
  const cells = inRowOrder.flatMap(([id, row]) => linksOf(row).map((links) => ({ ...links, row, id })));
  const links = writeLinks(actor, cells);
  const changed = new Set([...writing.updates.map(({ card }) => card.id), ...links.keys()]);
  for (const { id } of writing.created) changed.delete(id);
  if (changed.size > 1 && !may(actor, "inventory.bulk_edit"))
    throw forbidden("Changing more than one card at once needs the permission to change many");
  return resultsOf(writing, links);
}

function resultsOf(
  { actor, request, outcomes, written }: Writing,
  links: ReadonlyMap<string, LinkChanges>,
): RowResult[] {
  const ids = [...written.keys()];
  const after = cardsById(ids);
  const hidden = redactedKeysFor(actor, ids);
  let compared = 0;
  return request.rows.map((row, row_index) => {
    const { by, before, id, changed, refusal } = outcomes.get(row_index) as Outcome;
    const common = { row_index, name: row.name ?? before?.name ?? null, found_by: by };
    const nothing = { changes: {}, follows: {}, error: null, field: null, nearest: [] };
    if (refusal) return { ...nothing, ...common, ...refusal, status: "refused", id: null };
    const card = after.get(id as string) as CardRow;
    const isNew = before === undefined;
    const linked = links.get(card.id);
    if (!isNew && !changed && !linked) return { ...nothing, ...common, status: "same", id: card.id };
    const report = cardReport(row, before, card, hidden(card.id));
    Object.assign(report.changes, linked);
    // Comparing names takes long, and what is created is not to be decided any more.
    const isCompared = isNew && request.dry_run && compared++ < MAX_NEAREST;
    const nearest = isCompared ? nearestTo(card.type, card.name) : [];
    const shownId = isNew && request.dry_run ? null : card.id;
    return { ...nothing, ...common, ...report, nearest, status: isNew ? "create" : "change", id: shownId };
  });
}

/** Checks whether the actor may create cards or edit any: by a role, or as a stakeholder of one that the rows name. */
function mayUpsert(actor: Actor, { rows }: Upsert): boolean {
  if (may(actor, "inventory.create") || may(actor, "inventory.edit")) return true;
  const ids = rows.flatMap(({ id }) => id ?? []);
  return deniedCards(actor, "card.edit", ids, ids.length).length < ids.length;
}

/** Attempts to write the rows without those whose links are refused, which may be links to one another. */
const MAX_ATTEMPTS = 5;

/** Writes all rows but those whose links are refused. @throws RefusedLinks when a refusal is to stop everything */
function writePossible(actor: Actor, request: Upsert, { objectionTo, linksOf }: Import): RowResult[] {
  const refusals = new Map<number, Refusal>();
  const possible: Import = { linksOf, objectionTo: (at) => refusals.get(at) ?? objectionTo(at) };
  const stops = request.on_error === "stop" && !request.dry_run;
  const write = request.dry_run ? rehearse : stops ? largeTransaction : savepoint;
  for (let attempt = 1; ; attempt++)
    try {
      return write(() => writeAll(actor, request, possible));
    } catch (error) {
      if (!(error instanceof RefusedLinks) || stops || attempt === MAX_ATTEMPTS) throw error;
      for (const [row, refusal] of error.rows) refusals.set(row, refusal);
    }
}

/**
 * Creates cards or changes them, row by row, each by the rules of a single change; as one batch, or not at all with `dry_run`.
 * @throws Problem 403 for an actor who may neither create nor edit cards; the refusal of the first row that stops everything
 */
export function upsertCards(actor: Actor, request: Upsert, imported: Import = plain): UpsertResult {
  if (!mayUpsert(actor, request)) throw forbidden("Not enough permissions to create or change cards");
  const results = writePossible(actor, request, imported);
  const count = (status: RowResult["status"]) => results.filter((result) => result.status === status).length;
  return {
    dry_run: request.dry_run,
    created: count("create"),
    changed: count("change"),
    same: count("same"),
    refused: count("refused"),
    approvals_broken: results.filter(({ follows }) => follows.approval_status?.new === "BROKEN").length,
    results,
  };
}
