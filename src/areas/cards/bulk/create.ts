/** Making many cards in one request: a spreadsheet's rows, parents before their children. */
import { largeTransaction, rehearse, savepoint } from "../../../../db";
import { type Actor, may } from "../../../core/access/actor";
import { forbidden, invalid, Problem, refused } from "../../../http/errors";
import { parseUuid } from "../../../platform/ids";
import { insertCard, publishCreated } from "../create";
import { settle } from "../effects";
import { missingMandatory } from "../mandatory";
import { nameKeyOf } from "../rows";
import type { BulkCreate, BulkCreateResult, NewCardRow } from "./model";
import { type Resolution, resolveReferences } from "./references";

/** What is known of a row's parent before any row is made. */
type Parent = { none: true } | { id: string } | { row: number } | { error: string };

/** `type|root/…/name`, folded: where a card stands. */
const placeOf = (type: string, names: readonly string[]) => JSON.stringify([type, ...names.map(nameKeyOf)]);

/** The names on the way down to a row's parent, root first; none when the row names no parent. */
const parentNames = (row: NewCardRow) => (row.parent_name ? [...(row.parent_path ?? []), row.parent_name] : []);

const describeMiss = (row: NewCardRow, resolution: Resolution) => {
  const path = parentNames(row).join(" / ");
  const candidates = resolution.candidates?.slice(0, 3).map((candidate) => candidate.path);
  if (resolution.status === "ambiguous") return `Parent is ambiguous: ${path} could be ${candidates?.join(", or ")}`;
  return `Parent not found: ${path}${candidates ? `; there is ${candidates.join(", and ")}` : ""}`;
};

/** Finds every row's parent: by its id, among the rows themselves, or among the cards that exist. */
function parentsOf(rows: readonly NewCardRow[]): Parent[] {
  const byPlace = Map.groupBy(rows.keys(), (at) =>
    placeOf((rows[at] as NewCardRow).type, [...parentNames(rows[at] as NewCardRow), (rows[at] as NewCardRow).name]),
  );
  const byName = Map.groupBy(rows.keys(), (at) =>
    placeOf((rows[at] as NewCardRow).type, [(rows[at] as NewCardRow).name]),
  );
  const among = (row: NewCardRow, self: number): number[] => {
    const names = parentNames(row);
    // A path says exactly where the parent stands; a bare name may stand anywhere.
    const index = row.parent_path?.length ? byPlace : byName;
    return (index.get(placeOf(row.type, names)) ?? []).filter((at) => at !== self);
  };
  const parents = rows.map((row, at): Parent | undefined => {
    if (row.parent_id) {
      const id = parseUuid(row.parent_id);
      return id ? { id } : { error: "parent_id must be a UUID" };
    }
    if (!row.parent_name) return { none: true };
    const candidates = among(row, at);
    if (candidates.length === 1) return { row: candidates[0] as number };
    if (candidates.length > 1)
      return { error: `Parent is ambiguous: ${candidates.length} rows of this request are named ${row.parent_name}` };
    return undefined;
  });
  const open = rows.flatMap((row, at) => (parents[at] === undefined ? [{ at, row }] : []));
  const resolutions = resolveReferences(open.map(({ row }) => ({ type: row.type, names: parentNames(row) })));
  for (const [index, { at, row }] of open.entries()) {
    const resolution = resolutions[index] as Resolution;
    parents[at] = resolution.status === "resolved" ? { id: resolution.id } : { error: describeMiss(row, resolution) };
  }
  return parents as Parent[];
}

/** The rows in an order in which parents come first; those whose parents lead in a circle are left out. */
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

/** What a refusal means for one row, in words. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Problem)) throw error;
  if (typeof error.detail === "string") return error.detail;
  if (Array.isArray(error.detail))
    return error.detail.map((violation) => `${violation.loc.at(-1)}: ${violation.msg}`).join("; ");
  const { message, error: code } = error.detail;
  if (typeof message === "string") return message;
  return code === "children_present"
    ? "It has children, and nothing says what becomes of them"
    : JSON.stringify(error.detail);
}

type Outcome = { id: string } | { error: string };

function makeRow(actor: Actor, row: NewCardRow, parentId: string | null): string {
  return savepoint(() => {
    const id = insertCard(actor, { ...row, parent_id: parentId, approval_status: row.approval_status ?? undefined });
    if (row.approval_status === "APPROVED") {
      const missing = missingMandatory({ id, type: row.type });
      if (missing.relations.length > 0 || missing.tagGroups.length > 0)
        throw refused("It can't be approved: mandatory relations or tags are missing");
    }
    return id;
  });
}

function makeRows(actor: Actor, rows: readonly NewCardRow[], stop: boolean): Outcome[] {
  const parents = parentsOf(rows);
  const outcomes: Outcome[] = rows.map(() => ({ error: "The parents of this row form a cycle" }));
  const fail = (at: number, error: string) => {
    if (stop) throw invalid(["body", "cards", at], `row ${rows[at]?.row_index}: ${error}`);
    outcomes[at] = { error };
  };
  const order = parentsFirst(parents);
  if (stop && order.length < rows.length)
    fail(
      rows.findIndex((_, at) => !order.includes(at)),
      "its parents form a cycle",
    );
  const parentIds = new Set<string | null>();
  for (const at of order) {
    const parent = parents[at] as Parent;
    const above = "row" in parent ? (outcomes[parent.row] as Outcome) : undefined;
    if ("error" in parent) fail(at, parent.error);
    else if (above && "error" in above) fail(at, "Parent not found: its row failed");
    else {
      const parentId = above && "id" in above ? above.id : "id" in parent ? parent.id : null;
      try {
        outcomes[at] = { id: makeRow(actor, rows[at] as NewCardRow, parentId) };
        parentIds.add(parentId);
      } catch (error) {
        fail(at, messageOf(error));
      }
    }
  }
  const made = order.flatMap((at) => {
    const outcome = outcomes[at] as Outcome;
    const row = rows[at] as NewCardRow;
    return "id" in outcome ? [{ id: outcome.id, type: row.type, name: row.name }] : [];
  });
  settle(made, [...parentIds]);
  publishCreated(actor, made);
  return outcomes;
}

/**
 * Makes cards; a row that fails leaves the others alone, or stops all with `on_error: "stop"`. A dry run tells what
 * would happen.
 * @throws Problem 403 when a row sets an approval and the actor may not; 422 naming the row that stopped all
 */
export function createCards(actor: Actor, { cards: rows, dry_run, on_error }: BulkCreate): BulkCreateResult {
  const approves = rows.some((row) => row.approval_status && row.approval_status !== "DRAFT");
  if (approves && !may(actor, "inventory.approval_status"))
    throw forbidden("Setting approval_status needs the permission to approve cards");
  const outcomes = (dry_run ? rehearse : largeTransaction)(() => makeRows(actor, rows, on_error === "stop"));
  const results = outcomes.map((outcome, at) => {
    const row_index = (rows[at] as NewCardRow).row_index;
    return "id" in outcome
      ? { row_index, status: "created" as const, id: outcome.id, error: null }
      : { row_index, status: "failed" as const, id: null, error: outcome.error };
  });
  const created = results.filter((result) => result.status === "created").length;
  return { results, created, failed: results.length - created, dry_run };
}
