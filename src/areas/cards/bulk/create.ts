/** Creating many cards in one request, parents before their children. */
import { largeTransaction, nameKeyOf, rehearse, savepoint } from "../../../../db";
import { type Actor, may } from "../../../core/access/actor";
import { progress } from "../../../core/threads/progress";
import { forbidden, invalid, messageOf, refused } from "../../../http/errors";
import { parseUuid } from "../../../platform/ids";
import { createCardRow } from "../create";
import { refreshDerivedFields } from "../derived-fields";
import { publishCards } from "../events";
import { missingRequirements } from "../requirements";
import type { BulkCreate, BulkCreateResult, NewCardRow } from "./model";
import { type Resolution, resolveReferences } from "./references";

/** The parent of a row, as far as it is known before any row is inserted. */
type Parent = { none: true } | { id: string } | { row: number } | { error: string };

/** Returns a key for a card type and the names from the root down. */
const pathKey = (type: string, names: readonly string[]) => JSON.stringify([type, ...names.map(nameKeyOf)]);

/** Returns the names from the root down to a row's parent; none when the row names no parent. */
const parentNames = (row: NewCardRow) => (row.parent_name ? [...(row.parent_path ?? []), row.parent_name] : []);

function describeMiss(row: NewCardRow, resolution: Resolution): string {
  const path = parentNames(row).join(" / ");
  const candidates = resolution.candidates?.slice(0, 3).map((candidate) => candidate.path);
  if (resolution.status === "ambiguous") return `Parent is ambiguous: ${path} could be ${candidates?.join(", or ")}`;
  return `Parent not found: ${path}${candidates ? `; there is ${candidates.join(", and ")}` : ""}`;
}

/** Returns a function that finds a row's parent by its id or among the other rows; undefined when it is neither. */
function parentAmong(rows: readonly NewCardRow[]): (row: NewCardRow) => Parent | undefined {
  const byPath = Map.groupBy(rows, (row) => pathKey(row.type, [...parentNames(row), row.name]));
  const byName = Map.groupBy(rows, (row) => pathKey(row.type, [row.name]));
  const positions = new Map(rows.map((row, at) => [row, at]));
  return (row) => {
    if (row.parent_id) {
      const id = parseUuid(row.parent_id);
      return id ? { id } : { error: "parent_id must be a UUID" };
    }
    if (!row.parent_name) return { none: true };
    // A path names exactly one place; a name without a path may be anywhere.
    const named = (row.parent_path?.length ? byPath : byName).get(pathKey(row.type, parentNames(row))) ?? [];
    const [first, ...more] = named.filter((other) => other !== row);
    if (first && more.length === 0) return { row: positions.get(first) as number };
    const error = `Parent is ambiguous: ${more.length + 1} rows of this request are named ${row.parent_name}`;
    return first && { error };
  };
}

/** Returns the parent of each row. */
function parentsOf(rows: readonly NewCardRow[]): Parent[] {
  const parents = rows.map(parentAmong(rows));
  const open = rows.filter((_, at) => parents[at] === undefined);
  const resolutions = resolveReferences(open.map((row) => ({ type: row.type, names: parentNames(row) }))).values();
  return parents.map((parent, at) => {
    if (parent) return parent;
    const resolution = resolutions.next().value as Resolution;
    return resolution.status === "resolved"
      ? { id: resolution.id }
      : { error: describeMiss(rows[at] as NewCardRow, resolution) };
  });
}

/** Returns the positions of the rows with parents first; rows whose parents form a cycle are left out. */
function parentsFirst(parents: readonly Parent[]): number[] {
  const children = new Map<number, number[]>();
  const ready: number[] = [];
  for (const [at, parent] of parents.entries()) {
    if ("row" in parent) children.set(parent.row, [...(children.get(parent.row) ?? []), at]);
    else ready.push(at);
  }
  for (let next = 0; next < ready.length; next++) ready.push(...(children.get(ready[next] as number) ?? []));
  return ready;
}

type Outcome = { id: string } | { error: string };

function createOne(actor: Actor, row: NewCardRow, parentId: string | null): string {
  // Only the depth below a parent and what an approval asks for are checked when the card is there already.
  const isCheckedAfterwards = parentId !== null || row.approval_status === "APPROVED";
  return (isCheckedAfterwards ? savepoint : <T>(work: () => T) => work())(() => {
    const id = createCardRow(actor, { ...row, parent_id: parentId, approval_status: row.approval_status ?? undefined });
    if (row.approval_status === "APPROVED" && missingRequirements({ id, type: row.type }))
      throw refused("It can't be approved: mandatory relations or tags are missing");
    return id;
  });
}

/** Returns the id of a row's parent, once the rows before are inserted. @throws Problem when there is none */
function parentIdFor(parent: Parent, outcomes: readonly Outcome[]): string | null {
  if ("none" in parent) return null;
  if ("error" in parent) throw refused(parent.error);
  if ("id" in parent) return parent.id;
  const outcome = outcomes[parent.row] as Outcome;
  if ("error" in outcome) throw refused("Parent not found: its row failed");
  return outcome.id;
}

/** Inserts the rows, refreshes their derived fields and publishes it. @throws Problem 422 when a failure is to stop all */
function createAll(actor: Actor, rows: readonly NewCardRow[], stop: boolean): Outcome[] {
  const parents = parentsOf(rows);
  const order = parentsFirst(parents);
  const outcomes: Outcome[] = rows.map(() => ({ error: "The parents of this row form a cycle" }));
  const fail = (at: number, error: string) => {
    if (stop) throw invalid(["body", "cards", at], `row ${rows[at]?.row_index}: ${error}`);
    outcomes[at] = { error };
  };
  const ordered = new Set(order);
  const cyclic = rows.findIndex((_, at) => !ordered.has(at));
  if (stop && cyclic >= 0) fail(cyclic, "its parents form a cycle");
  const created: { id: string; type: string; name: string }[] = [];
  const parentIds = new Set<string | null>();
  for (const [done, at] of order.entries()) {
    progress(done, rows.length);
    const row = rows[at] as NewCardRow;
    try {
      const parentId = parentIdFor(parents[at] as Parent, outcomes);
      const id = createOne(actor, row, parentId);
      outcomes[at] = { id };
      parentIds.add(parentId);
      created.push({ id, type: row.type, name: row.name });
    } catch (error) {
      fail(at, messageOf(error));
    }
  }
  refreshDerivedFields(created, [...parentIds]);
  publishCards(actor, "card.created", created);
  return outcomes;
}

/**
 * Creates cards. A failing row is left out, or stops everything with `on_error: "stop"`; a dry run only reports.
 * @throws Problem 403 when a row sets an approval and the actor may not; 422 naming the row that stops everything
 */
export function createCards(actor: Actor, { cards: rows, dry_run, on_error }: BulkCreate): BulkCreateResult {
  const approves = rows.some((row) => row.approval_status && row.approval_status !== "DRAFT");
  if (approves && !may(actor, "inventory.approval_status"))
    throw forbidden("Setting approval_status needs the permission to approve cards");
  const outcomes = (dry_run ? rehearse : largeTransaction)(() => createAll(actor, rows, on_error === "stop"));
  const results = outcomes.map((outcome, at) => {
    const { row_index } = rows[at] as NewCardRow;
    return "id" in outcome
      ? { row_index, status: "created" as const, id: outcome.id, error: null }
      : { row_index, status: "failed" as const, id: null, error: outcome.error };
  });
  const created = results.filter((result) => result.status === "created").length;
  return { results, created, failed: results.length - created, dry_run };
}
