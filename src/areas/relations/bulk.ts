/** Many relations in one request: a spreadsheet's rows, each making, changing or removing one. */
import { inList, largeTransaction, listOf, rehearse, savepoint, statement } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { forbidden, invalid, Problem } from "../../http/errors";
import { now } from "../../platform/clock";
import { newId, parseUuid } from "../../platform/ids";
import type { CardRef } from "../calculations";
import { type Resolution, recompute, resolveReferences } from "../cards";
import { relationType } from "../metamodel";
import { publishRelation } from "./events";
import type { BulkEnd, BulkOperation, BulkRelations, BulkRelationsResult } from "./model";
import { findSame, type RelationWithEnds, relationRow } from "./rows";
import { attributesFor, cardinalityObjection, requireEnds } from "./service";

type End = { id: string } | { error: string };
type Outcome = BulkRelationsResult["results"][number];

/** What is to be told once all rows are done. */
type Told = {
  what: "relation.created" | "relation.updated" | "relation.deleted";
  relation: RelationWithEnds;
  fields?: string[];
};

const namesOf = (end: BulkEnd) => [...(end.parent_path ?? []), end.name ?? ""].filter((name) => name.trim() !== "");

function errorOf(side: string, end: BulkEnd, resolution: Resolution): string {
  const candidates = resolution.candidates?.slice(0, 3).map((candidate) => candidate.path);
  const path = namesOf(end).join(" / ");
  if (resolution.status === "ambiguous")
    return `The ${side} is ambiguous: ${path} could be ${candidates?.join(", or ")}`;
  return `The ${side} was not found: ${path}${candidates ? `; there is ${candidates.join(", and ")}` : ""}`;
}

/** Finds the cards at one side of all rows: those named with one query for each type, those with an id with one in all. */
function endsOf(operations: readonly BulkOperation[], side: "source" | "target"): End[] {
  const ends: (End | undefined)[] = operations.map((operation) => {
    const end = operation[side];
    const type = relationType(operation.type);
    const expected = side === "source" ? type?.source_type_key : type?.target_type_key;
    if (end.id) {
      const id = parseUuid(end.id);
      return id ? { id } : { error: `The id of the ${side} must be a UUID` };
    }
    if (end.type && end.type !== expected)
      return { error: `The ${side} must be a card of type ${expected}, not ${end.type}` };
    return end.name?.trim() ? undefined : { error: `The ${side} must have an id or a name` };
  });
  const open = operations.flatMap((operation, at) => (ends[at] === undefined ? [{ at, operation }] : []));
  const resolutions = resolveReferences(
    open.map(({ operation }) => {
      const type = relationType(operation.type);
      return {
        type: (side === "source" ? type?.source_type_key : type?.target_type_key) ?? "",
        names: namesOf(operation[side]),
      };
    }),
  );
  for (const [index, { at, operation }] of open.entries()) {
    const resolution = resolutions[index] as Resolution;
    ends[at] =
      resolution.status === "resolved" ? { id: resolution.id } : { error: errorOf(side, operation[side], resolution) };
  }
  return ends as End[];
}

/** Card id → its type, of the cards that exist. */
function typesOf(ends: readonly End[]): Map<string, string> {
  const ids = ends.flatMap((end) => ("id" in end ? [end.id] : []));
  return new Map(
    statement<[string, string], [string]>(`SELECT id, type FROM cards WHERE ${inList("id")}`).values(
      listOf(ids),
    ) as unknown as [string, string][],
  );
}

/** Why a row can't be carried out before anything is looked up for it; undefined when nothing stands in its way. */
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

function insert(operation: BulkOperation, sourceId: string, targetId: string): string {
  const objection = cardinalityObjection(
    operation.type,
    relationType(operation.type)?.cardinality ?? "n:m",
    sourceId,
    targetId,
  );
  if (objection) throw new Problem(422, objection);
  const id = newId();
  const at = now();
  statement(
    "INSERT INTO relations (id, type, source_id, target_id, attributes, description, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
  ).run(
    id,
    operation.type,
    sourceId,
    targetId,
    JSON.stringify(operation.attributes ?? {}),
    operation.description ?? null,
    at,
    at,
  );
  return id;
}

/** Changes what an existing relation holds as far as the row says something else; null says nothing. */
function update(actor: Actor, row: RelationWithEnds, operation: BulkOperation): string[] {
  const wanted = operation.attributes
    ? attributesFor(actor, row.source_id, row.type, row.attributes, operation.attributes)
    : undefined;
  const fields = [
    ...(wanted && !Bun.deepEquals(wanted, JSON.parse(row.attributes ?? "null")) ? ["attributes"] : []),
    ...(operation.description && operation.description !== row.description ? ["description"] : []),
  ];
  if (fields.length > 0)
    statement("UPDATE relations SET attributes = ?, description = ?, updated_at = ? WHERE seq = ?").run(
      wanted ? JSON.stringify(wanted) : row.attributes,
      operation.description ?? row.description,
      now(),
      row.seq,
    );
  return fields;
}

function carryOut(
  actor: Actor,
  operation: BulkOperation,
  sourceId: string,
  targetId: string,
  told: Told[],
): Omit<Outcome, "row_index"> {
  requireEnds(actor, sourceId, targetId);
  const same = findSame(operation.type, sourceId, targetId);
  const [first] = same;
  if (operation.action === "delete") {
    if (!first) return { status: "noop", relation_id: null, error: null };
    for (const relation of same) told.push({ what: "relation.deleted", relation });
    statement("DELETE FROM relations WHERE source_id = ? AND type = ? AND target_id = ?").run(
      sourceId,
      operation.type,
      targetId,
    );
    return { status: "deleted", relation_id: null, error: null };
  }
  if (first) {
    const fields = update(actor, first, operation);
    if (fields.length > 0) told.push({ what: "relation.updated", relation: first, fields });
    return { status: "upserted", relation_id: first.id, error: null };
  }
  const id = insert(operation, sourceId, targetId);
  told.push({ what: "relation.created", relation: relationRow(id) });
  return { status: "upserted", relation_id: id, error: null };
}

/** Card id → card, of the ends of all relations that were changed. */
const endsOfAll = (told: readonly Told[]) =>
  new Map(
    told.flatMap(({ relation }): [string, CardRef][] => [
      [relation.source_id, { id: relation.source_id, type: relation.source_type }],
      [relation.target_id, { id: relation.target_id, type: relation.target_type }],
    ]),
  );

/** The first row that failed stops all. */
function refuseFailed(outcomes: readonly Outcome[]): void {
  const at = outcomes.findIndex((outcome) => outcome.status === "failed");
  if (at < 0) return;
  const { row_index, error } = outcomes[at] as Outcome;
  throw invalid(["body", "operations", at], `row ${row_index}: ${error}`);
}

function carryOutAll(actor: Actor, operations: readonly BulkOperation[], stop: boolean): Outcome[] {
  const [sources, targets] = [endsOf(operations, "source"), endsOf(operations, "target")];
  const types = typesOf([...sources, ...targets]);
  const told: Told[] = [];
  let denied = 0;
  const outcomes = operations.map((operation, at): Outcome => {
    const [source, target] = [sources[at] as End, targets[at] as End];
    const { row_index } = operation;
    const objection = objectionTo(operation, source, target, types);
    if (objection || "error" in source || "error" in target)
      return { row_index, status: "failed", relation_id: null, error: objection ?? null };
    const before = told.length;
    try {
      return { row_index, ...savepoint(() => carryOut(actor, operation, source.id, target.id, told)) };
    } catch (error) {
      told.length = before;
      if (!(error instanceof Problem)) throw error;
      if (error.status === 403) denied++;
      return { row_index, status: "failed", relation_id: null, error: error.message };
    }
  });
  if (denied === operations.length) throw forbidden("Not enough permissions");
  if (stop) refuseFailed(outcomes);
  recompute([...endsOfAll(told).values()]);
  for (const { what, relation, fields } of told) publishRelation(actor, what, relation, fields && { fields });
  return outcomes;
}

/**
 * Carries out operations on relations in their order, in one batch; a row that fails leaves the others alone, or stops
 * all with `on_error: "stop"`. A dry run tells what would happen.
 * @throws Problem 403 when the actor may carry out none of them; 422 naming the row that stopped all
 */
export function changeRelations(actor: Actor, { operations, dry_run, on_error }: BulkRelations): BulkRelationsResult {
  const results = (dry_run ? rehearse : largeTransaction)(() => carryOutAll(actor, operations, on_error === "stop"));
  const count = (status: Outcome["status"]) => results.filter((result) => result.status === status).length;
  return { results, upserted: count("upserted"), deleted: count("deleted"), failed: count("failed"), dry_run };
}
