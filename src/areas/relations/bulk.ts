/** Many relations in one request: rows of a spreadsheet, each creating, updating or deleting one. */
import { inList, largeTransaction, listOf, rehearse, savepoint, statement } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { progress } from "../../core/threads/progress";
import { forbidden, invalid, Problem } from "../../http/errors";
import { parseUuid } from "../../platform/ids";
import { type Resolution, resolveReferences } from "../cards";
import { relationType } from "../metamodel";
import { concludeChanges } from "./changes";
import type { RelationChange } from "./events";
import type { BulkEnd, BulkOperation, BulkRelations, BulkRelationsResult } from "./model";
import * as rows from "./rows";
import { attributesFor, attributesIn, createWithinCardinality, requireEnds } from "./service";

type Side = "source" | "target";
type End = { id: string } | { error: string };
type Outcome = BulkRelationsResult["results"][number];

const namesOf = (end: BulkEnd) => [...(end.parent_path ?? []), end.name ?? ""].filter((name) => name.trim() !== "");

/** Returns the reason why a name was not resolved. */
function errorOf(side: Side, end: BulkEnd, resolution: Resolution): string {
  const candidates = resolution.candidates?.slice(0, 3).map((candidate) => candidate.path);
  const path = namesOf(end).join(" / ");
  if (resolution.status === "ambiguous")
    return `The ${side} is ambiguous: ${path} could be ${candidates?.join(", or ")}`;
  return `The ${side} was not found: ${path}${candidates ? `; there is ${candidates.join(", and ")}` : ""}`;
}

/** Returns the type of the cards at one side of an operation's relation type. */
const cardTypeAt = (side: Side, { type }: BulkOperation) => relationType(type)?.[`${side}_type_key`];

/**
 * Returns the end that an operation names by its id, or why it is invalid; undefined when the card has to be found by its
 * name.
 */
function endById(operation: BulkOperation, side: Side): End | undefined {
  const end = operation[side];
  const expected = cardTypeAt(side, operation);
  if (end.id) {
    const id = parseUuid(end.id);
    return id ? { id } : { error: `The id of the ${side} must be a UUID` };
  }
  if (end.type && end.type !== expected)
    return { error: `The ${side} must be a card of type ${expected}, not ${end.type}` };
  return end.name?.trim() ? undefined : { error: `The ${side} must have an id or a name` };
}

/** Returns the cards at one side of all operations; those named are found with one query for each card type. */
function resolveEnds(operations: readonly BulkOperation[], side: Side): End[] {
  const ends = operations.map((operation) => endById(operation, side));
  const open = operations.flatMap((operation, at) => (ends[at] === undefined ? [{ at, operation }] : []));
  const resolutions = resolveReferences(
    open.map(({ operation }) => ({ type: cardTypeAt(side, operation) ?? "", names: namesOf(operation[side]) })),
  );
  for (const [index, { at, operation }] of open.entries()) {
    const resolution = resolutions[index] as Resolution;
    ends[at] =
      resolution.status === "resolved" ? { id: resolution.id } : { error: errorOf(side, operation[side], resolution) };
  }
  return ends as End[];
}

/** Maps card id → its type, of the ends that exist. */
function typesOf(ends: readonly End[]): Map<string, string> {
  const ids = ends.flatMap((end) => ("id" in end ? [end.id] : []));
  return new Map(
    statement<[string, string], [string]>(`SELECT id, type FROM cards WHERE ${inList("id")}`).values(
      listOf(ids),
    ) as unknown as [string, string][],
  );
}

/** Returns the reason why an operation can't be executed, before its relation is looked up; undefined when it can. */
function objectionTo(
  operation: BulkOperation,
  source: End,
  target: End,
  types: ReadonlyMap<string, string>,
): string | undefined {
  const type = relationType(operation.type);
  if (!type) return `Unknown relation type: ${operation.type}`;
  if ("error" in source) return source.error;
  if ("error" in target) return target.error;
  if (!types.has(source.id)) return "The source was not found";
  if (!types.has(target.id)) return "The target was not found";
  if (operation.action === "delete") return undefined;
  if (types.get(source.id) !== type.source_type_key) return `The source must be a card of type ${type.source_type_key}`;
  if (types.get(target.id) !== type.target_type_key) return `The target must be a card of type ${type.target_type_key}`;
  return undefined;
}

/** Creates a relation; returns its id. */
function create({ type, ...operation }: BulkOperation, source_id: string, target_id: string): string {
  const { attributes, description = null } = operation;
  const stored = attributesIn(type, attributes) ?? {};
  return createWithinCardinality({ type, source_id, target_id, attributes: stored, description });
}

/** Updates a relation as far as the row gives other values; null gives none. Returns the fields that differ. */
function update(actor: Actor, row: rows.RelationWithEnds, { attributes, description }: BulkOperation): string[] {
  const wanted = attributes ? attributesFor(actor, row, attributesIn(row.type, attributes)) : undefined;
  const fields = [
    ...(wanted && !Bun.deepEquals(wanted, rows.attributesOf(row)) ? ["attributes"] : []),
    ...(description && description !== row.description ? ["description"] : []),
  ];
  if (fields.length > 0) rows.writeRelation(row, { attributes: wanted, description: description ?? row.description });
  return fields;
}

/** Executes one operation, and adds what it changed to `changes`. */
function runOperation(
  actor: Actor,
  operation: BulkOperation,
  sourceId: string,
  targetId: string,
  changes: RelationChange[],
): Omit<Outcome, "row_index"> {
  requireEnds(actor, sourceId, targetId);
  const same = rows.relationsBetween(operation.type, sourceId, targetId);
  const [first] = same;
  if (operation.action === "delete") {
    if (!first) return { status: "noop", relation_id: null, error: null };
    for (const relation of same) {
      changes.push({ type: "relation.deleted", relation });
      rows.deleteRow(relation);
    }
    return { status: "deleted", relation_id: null, error: null };
  }
  if (first) {
    const fields = update(actor, first, operation);
    if (fields.length > 0) changes.push({ type: "relation.updated", relation: first, details: { fields } });
    return { status: "upserted", relation_id: first.id, error: null };
  }
  const id = create(operation, sourceId, targetId);
  changes.push({ type: "relation.created", relation: rows.requireRelation(id) });
  return { status: "upserted", relation_id: id, error: null };
}

/** @throws Problem 422 naming the first operation that failed */
function refuseFailed(outcomes: readonly Outcome[]): void {
  const at = outcomes.findIndex((outcome) => outcome.status === "failed");
  if (at < 0) return;
  const { row_index, error } = outcomes[at] as Outcome;
  throw invalid(["body", "operations", at], `row ${row_index}: ${error}`);
}

function runAll(actor: Actor, operations: readonly BulkOperation[], stop: boolean): Outcome[] {
  const sources = resolveEnds(operations, "source");
  const targets = resolveEnds(operations, "target");
  const types = typesOf([...sources, ...targets]);
  const changes: RelationChange[] = [];
  let denied = 0;
  const outcomes = operations.map((operation, at): Outcome => {
    progress(at, operations.length);
    const source = sources[at] as End;
    const target = targets[at] as End;
    const { row_index } = operation;
    const objection = objectionTo(operation, source, target, types);
    if (objection || "error" in source || "error" in target)
      return { row_index, status: "failed", relation_id: null, error: objection ?? null };
    const before = changes.length;
    try {
      return { row_index, ...savepoint(() => runOperation(actor, operation, source.id, target.id, changes)) };
    } catch (error) {
      changes.length = before;
      if (!(error instanceof Problem)) throw error;
      if (error.status === 403) denied++;
      return { row_index, status: "failed", relation_id: null, error: error.message };
    }
  });
  if (denied === operations.length) throw forbidden("Not enough permissions");
  if (stop) refuseFailed(outcomes);
  concludeChanges(actor, changes);
  return outcomes;
}

/**
 * Executes operations on relations in their order, in one batch; one that fails leaves the others alone, or stops
 * all with `on_error: "stop"`. A dry run returns what would happen.
 * @throws Problem 403 when the actor may execute none of them; 422 naming the row that stopped all
 */
export function bulkRelations(actor: Actor, { operations, dry_run, on_error }: BulkRelations): BulkRelationsResult {
  const results = (dry_run ? rehearse : largeTransaction)(() => runAll(actor, operations, on_error === "stop"));
  const count = (status: Outcome["status"]) => results.filter((result) => result.status === status).length;
  return { results, upserted: count("upserted"), deleted: count("deleted"), failed: count("failed"), dry_run };
}
