/** Batches: groups of the changes of one or several requests, which are read and rolled back together. */
import { timingSafeEqual } from "node:crypto";
import { firstValue, inTurn, statement, transaction } from "../../../db";
import { readJournalParts } from "../../../db/client";
import { type Actor, may, require } from "../../core/access/actor";
import { closeBatch, createOpenBatch, deleteBatches, seqOfBatch, singleBatchIdSql } from "../../core/journal/batches";
import { conflict, forbidden, found, refused } from "../../http/errors";
import { timeDirection } from "../../http/pagination";
import { DAY, fromNow, MINUTE } from "../../platform/clock";
import { newToken } from "../../platform/ids";
import type { Batch, BatchList, BatchQuery, CommitRequest, NewBatch } from "./model";
import { partsOf } from "./summary-parts";

/** A dry run of more rows than this gets a token that its commit must carry. */
const ROWS_WITHOUT_TOKEN = 20;
const TOKEN_BYTES = 24;
/** The time after its creation in which a batch with a token can be committed. */
const TOKEN_LIFE = 15 * MINUTE;

type Row = Omit<Batch, "dry_run" | "summary"> & { dry_run: 0 | 1; summary: string | null };

/** Returns SQL for batches that are rows. */
const rowsFrom = (table: string, rolledBackAt = "rolled_back_at") =>
  `SELECT id, tool_name, actor_user_id, origin, dry_run, confirm_token, summary, created_at, committed_at, ${rolledBackAt} AS rolled_back_at
  FROM ${table}`;
/** Returns SQL for single events that are batches of their own. SQLite merges both kinds only if their columns have the same affinities. */
const singlesFrom = (
  table: string,
) => `SELECT ${singleBatchIdSql("seq")} AS id, tool_name, user_id AS actor_user_id, origin, CAST(0 AS INTEGER) AS dry_run,
  CAST(NULL AS TEXT) AS confirm_token, CAST(NULL AS TEXT) AS summary, created_at, created_at AS committed_at,
  CAST(NULL AS TEXT) AS rolled_back_at FROM ${table} WHERE tool_name IS NOT NULL`;
const ROWS = rowsFrom("mutation_batches");
const SINGLES = singlesFrom("events");

/** Returns SQL for all batches: parts that are merged in their order, each by an index of its own. */
function allBatches(): string {
  const { batches, events } = readJournalParts();
  return `(${[
    ...batches.map(({ table, where, rolledBackAt }) => `${rowsFrom(table, rolledBackAt)} WHERE ${where}`),
    ...events.map(({ table, where }) => `${singlesFrom(table)} AND ${where}`),
  ].join(" UNION ALL ")})`;
}

const COLUMNS = `b.id, b.tool_name, b.actor_user_id, (SELECT display_name FROM users WHERE id = b.actor_user_id) AS actor_display_name,
  b.origin, b.dry_run, b.confirm_token, b.summary, b.created_at, b.committed_at, b.rolled_back_at`;

const serialize = (row: Row): Batch => ({
  ...row,
  dry_run: row.dry_run === 1,
  summary: row.summary === null ? null : (JSON.parse(row.summary) as Record<string, unknown>),
});

const findBatch = (id: string): Row | null => {
  const seq = seqOfBatch(id);
  return (
    statement<Row, [string]>(`SELECT ${COLUMNS} FROM (${ROWS}) b WHERE b.id = ?`).get(id) ??
    (seq === undefined ? null : statement<Row, [number]>(`SELECT ${COLUMNS} FROM (${SINGLES} AND seq = ?) b`).get(seq))
  );
};

/** @throws Problem 404 */
function requireBatch(id: string): Batch {
  const row = found(findBatch(id), "Mutation batch");
  return serialize(row);
}

/** Checks the owner: a batch whose user is deleted is nobody's own. */
const isOwn = (actor: Actor, batch: Batch) => batch.actor_user_id === actor.userId;

/**
 * Reads a batch, for its own user and for those who may read all events.
 * @throws Problem 404, 403
 */
export function readBatch(actor: Actor, id: string): Batch {
  const batch = requireBatch(id);
  if (!isOwn(actor, batch)) require(actor, "admin.events");
  return batch;
}

/** Inserts an open batch of the actor; returns its id. */
export function createBatch(actor: Actor, { tool_name, dry_run }: NewBatch, token: string | null = null): string {
  const { origin = "api", userId, newBatchId: id } = actor;
  return createOpenBatch({ tool_name, origin, userId, dry_run, token, id });
}

/**
 * Opens a batch, for writes that name it in their header.
 * @param rowCount how many rows the writes will change
 */
export function openBatch(actor: Actor, batch: NewBatch, rowCount: number): Batch {
  const needsToken = batch.dry_run && rowCount > ROWS_WITHOUT_TOKEN;
  const token = needsToken ? newToken(TOKEN_BYTES) : null;
  return transaction(() => requireBatch(createBatch(actor, batch, token)));
}

function sameToken(one: string, other: string): boolean {
  const a = Buffer.from(one);
  const b = Buffer.from(other);
  return a.length === b.length && timingSafeEqual(a, b);
}

/** @throws Problem 400 when the batch has a token and the commit doesn't carry it in time */
function checkToken(actor: Actor, batch: Batch, given: string | null | undefined): void {
  if (batch.confirm_token === null) return;
  // A dry run has written nothing; the MCP server closes its own without asking for the token.
  if (given === null || given === undefined) {
    if (batch.dry_run && actor.origin === "mcp") return;
    throw refused("This batch is committed with its confirm_token");
  }
  if (!sameToken(given, batch.confirm_token)) throw refused("The confirm_token is not the one of this batch");
  if (batch.created_at < fromNow(-TOKEN_LIFE)) throw refused("The confirm_token has expired; make a new dry run");
}

/**
 * Closes a batch, once: nothing more can join it. Its writes are committed already.
 * @throws Problem 404; 409 when it is closed; 403 when it is another user's; 400 when its token is missing, wrong or expired
 */
export function commitBatch(actor: Actor, id: string, { summary, confirm_token }: CommitRequest): Batch {
  return transaction(() => {
    const batch = requireBatch(id);
    if (batch.committed_at !== null) throw conflict("Mutation batch already committed");
    if (batch.actor_user_id === null ? !may(actor, "admin.events") : !isOwn(actor, batch))
      throw forbidden("Mutation batch belongs to another user");
    checkToken(actor, batch, confirm_token);
    closeBatch(id, summary ?? null);
    return requireBatch(id);
  });
}

/** Returns the condition on a batch's name. The index holds the names that tools choose, not those of plain requests. */
const hasName = (name: string | undefined) =>
  name?.includes(" /") ? "b.tool_name = ?" : "b.tool_name = ? AND b.tool_name NOT GLOB '* /*'";

/** Returns the condition on a batch's origin. The index holds the one rare origin. */
const hasOrigin = (origin: string | undefined) =>
  origin === "mcp" ? "b.origin = ? AND b.origin = 'mcp'" : "b.origin = ?";

/**
 * Lists a page of the batches that match, newest first by default. Everybody may list their own.
 * @throws Problem 403
 */
export function listBatches(actor: Actor, query: BatchQuery): BatchList {
  const { page, page_size, mine } = query;
  if (!mine) require(actor, "admin.events");
  const direction = timeDirection(query);
  const filters: [sql: string, value: string | undefined][] = [
    ["b.actor_user_id = ?", mine ? actor.userId : undefined],
    ["b.actor_user_id = ?", query.actor_user_id],
    [hasName(query.tool_name), query.tool_name],
    [hasOrigin(query.origin), query.origin],
    ["b.created_at >= ?", query.since],
    ["b.created_at <= ?", query.until],
  ];
  const given = filters.filter(([, value]) => value !== undefined) as [string, string][];
  const where = given.length === 0 ? "" : `WHERE ${given.map(([sql]) => sql).join(" AND ")}`;
  const values = given.map(([, value]) => value);
  const all = allBatches();
  const total = firstValue<number>(`SELECT count(*) AS total FROM ${all} b ${where}`, ...values) ?? 0;
  const items = statement<Row>(
    `SELECT ${COLUMNS} FROM ${all} b ${where} ORDER BY b.created_at ${direction}, b.id ${direction} LIMIT ? OFFSET ?`,
  )
    .all(...values, page_size, (page - 1) * page_size)
    .map(serialize);
  const parts = partsOf(items.map(({ id }) => id));
  return { items: items.map((item) => ({ ...item, parts: parts.get(item.id) ?? [] })), total, page, page_size };
}

/** Batches deleted at a time, so that no request waits long for it. */
const PURGED_AT_ONCE = 1_000;

/**
 * Deletes batches that are older than the retention, the oldest first and 1,000 at most: a caller with a backlog calls
 * again until it gets 0. Their events stay, without a batch, and can't be rolled back any more.
 * @param days the retention; less than one day counts as one
 * @returns how many were deleted
 */
export function purgeBatches(days: number): number {
  const until = fromNow(-Math.max(1, days) * DAY);
  return transaction(() => deleteBatches(until, PURGED_AT_ONCE));
}

/** Deletes all old batches, some at a time so that other requests are served in between. */
export async function purgeOldBatches(days: number, isOver: () => boolean): Promise<void> {
  while (!isOver() && (await inTurn(() => purgeBatches(days))) > 0) await Bun.sleep(0);
}
