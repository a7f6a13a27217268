/**
 * The batch that events belong to: the changes of one request, or of several that name it, which are read and rolled back
 * together. A batch is a row, except for a request that publishes a single event: that is its own batch, with an id that is
 * derived from its number. A second event of the request makes a row of it, under the same id.
 */
import { firstValue, hasRow, inList, listOf, statement } from "../../../db";
import { now } from "../../platform/clock";
import { freshId } from "../../platform/ids";
import type { Author } from "./author";

/** The beginning of the ids of single events: version 8 of UUIDs is for ids that a program makes in its own way. */
const SINGLE = "00000000-0000-8000-8000-";
const DIGITS = 12;

/** Returns SQL for the id of the batch that a single event is, whose number an expression gives. */
export const singleBatchIdSql = (seq: string): string => `CAST(printf('${SINGLE}%0${DIGITS}x', ${seq}) AS TEXT)`;

/** SQL for the id of the batch of an event, whose columns are named as in the table `events`; null without a batch. */
export const BATCH_ID = `CASE WHEN tool_name IS NULL THEN batch_id ELSE ${singleBatchIdSql("seq")} END`;

const singleBatchId = (seq: number) => SINGLE + seq.toString(16).padStart(DIGITS, "0");

/** Returns the number of the event whose own batch may have this id; undefined for the id of any other batch. */
export const seqOfBatch = (id: string): number | undefined =>
  id.startsWith(SINGLE) ? Number.parseInt(id.slice(SINGLE.length), 16) : undefined;

/** The columns by which an event belongs to a batch: that of a row, or its own, or none. */
export type Membership = { batch_id: string | null; tool_name: string | null; origin: string | null };

/** The membership of an event that belongs to no batch. */
export const BATCHLESS: Membership = { batch_id: null, tool_name: null, origin: null };

/** Finds the batch that an author's next events belong to, of which a row is made unless it is a single event. */
export function joinBatch(author: Author, events: number, eventType: string): Membership {
  const joined = existingBatch(author) ?? rowOfSingle(author) ?? namedBatch(author);
  const name = { tool_name: toolNameOf(author, eventType), origin: author.origin ?? "api" };
  if (joined === undefined && events === 1 && author.newBatchId === undefined) return { batch_id: null, ...name };
  author.batchId = joined ?? createBatchRow(author, name);
  return { ...BATCHLESS, batch_id: author.batchId };
}

/** Returns the batch that the author's events have joined, unless it was rolled back with its transaction or savepoint. */
function existingBatch({ batchId }: Author): string | undefined {
  if (batchId === undefined) return undefined;
  return firstValue<string>("SELECT id FROM mutation_batches WHERE id = ?", batchId);
}

/** Returns the number of the author's event that is its own batch; undefined without one, and when it was rolled back. */
function seqOfSingle({ single }: Author): number | undefined {
  if (single === undefined) return undefined;
  // The number of an event that was rolled back may be another's now.
  const { seq, id } = single;
  const isStored = statement<{ found: 1 }>("SELECT 1 AS found FROM events WHERE seq = ? AND id = ?").get(seq, id);
  return isStored ? seq : undefined;
}

/** Makes a row of the author's event that is its own batch, unless that was rolled back. @returns the batch's id */
function rowOfSingle(author: Author): string | undefined {
  const seq = seqOfSingle(author);
  return seq === undefined ? undefined : makeRow(seq);
}

/** Returns the batch that an author's events have opened or joined, as a row or not; undefined without events. */
export function batchOf(author: Author): string | undefined {
  const joined = existingBatch(author);
  if (joined !== undefined) return hasRow("SELECT 1 FROM events WHERE batch_id = ?", joined) ? joined : undefined;
  const seq = seqOfSingle(author);
  return seq === undefined ? undefined : singleBatchId(seq);
}

/**
 * Makes a row of the batch that a single event is, so that other events can join it and it can be marked; part of the
 * running transaction.
 * @returns its id; undefined when the event is no batch of its own
 */
export function makeRow(seq: number): string | undefined {
  const id = singleBatchId(seq);
  const { changes } = statement(
    `INSERT INTO mutation_batches (id, tool_name, actor_user_id, origin, dry_run, created_at, committed_at)
     SELECT ?, tool_name, user_id, origin, 0, created_at, created_at FROM events WHERE seq = ? AND tool_name IS NOT NULL`,
  ).run(id, seq);
  if (changes === 0) return undefined;
  statement("UPDATE events SET batch_id = ?, tool_name = NULL, origin = NULL WHERE seq = ?").run(id, seq);
  return id;
}

/**
 * Returns the batch that an author's events have opened or joined, made a row that other events can join; part of the
 * running transaction. Undefined without one, and when it was rolled back.
 */
export function storedBatchOf(author: Author): string | undefined {
  author.batchId = existingBatch(author) ?? rowOfSingle(author);
  return author.batchId;
}

/** Returns the batch named by the request's header, if it is open and the author's own; otherwise the header is ignored. */
function namedBatch({ namedBatch, userId }: Author): string | undefined {
  if (!namedBatch) return undefined;
  return firstValue<string>(
    "SELECT id FROM mutation_batches WHERE id = ? AND committed_at IS NULL AND actor_user_id IS ?",
    namedBatch,
    userId,
  );
}

const LONGEST_TOOL_NAME = 100;

/** Returns the name of the batch that an author's events open. */
const toolNameOf = ({ operation }: Author, eventType: string): string =>
  (operation ?? `event:${eventType}`).slice(0, LONGEST_TOOL_NAME);

/** Stores the closed batch of one request. */
function createBatchRow(
  { userId, newBatchId }: Author,
  { tool_name, origin }: { tool_name: string; origin: string },
): string {
  const id = newBatchId ?? freshId();
  const at = now();
  statement(
    "INSERT INTO mutation_batches (id, tool_name, actor_user_id, origin, dry_run, created_at, committed_at) VALUES (?, ?, ?, ?, 0, ?, ?)",
  ).run(id, tool_name, userId, origin, at, at);
  return id;
}

/** An open batch: whose it is, what later writes say of it, and its id, unless it is a new one. */
type OpenBatch = {
  tool_name: string;
  origin: string;
  userId: string;
  dry_run: boolean;
  token: string | null;
  id?: string | undefined;
};

/** Stores an open batch, which writes join by its id; part of the running transaction. @returns its id */
export function createOpenBatch({ tool_name, origin, userId, dry_run, token, id = freshId() }: OpenBatch): string {
  statement(
    "INSERT INTO mutation_batches (id, tool_name, actor_user_id, origin, dry_run, confirm_token, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
  ).run(id, tool_name, userId, origin, dry_run ? 1 : 0, token, now());
  return id;
}

/** Closes a batch; part of the running transaction. @param summary takes the place of the present one unless it is null */
export function closeBatch(id: string, summary: object | null, at = now()): void {
  statement(
    "UPDATE mutation_batches SET committed_at = ?, confirm_token = NULL, summary = coalesce(?, summary) WHERE id = ?",
  ).run(at, summary && JSON.stringify(summary), id);
}

/** Closes a batch that was opened for one change, and deletes it when nothing has joined it; part of the running transaction. @returns whether it stays */
export function closeOrDrop(id: string): boolean {
  if (hasRow("SELECT 1 FROM events WHERE batch_id = ?", id)) {
    closeBatch(id, null);
    return true;
  }
  statement("DELETE FROM mutation_batches WHERE id = ?").run(id);
  return false;
}

/** Moves the events of batches into another one, and deletes these; part of the running transaction. */
export function uniteBatches(ids: readonly string[], into: string): void {
  const list = listOf(ids);
  statement(`UPDATE events SET batch_id = ? WHERE ${inList("batch_id")}`).run(into, list);
  statement(`DELETE FROM mutation_batches WHERE ${inList("id")}`).run(list);
}

/** Marks a batch as rolled back, which also closes it; part of the running transaction. */
export function markRolledBack(id: string, at: string): void {
  statement(
    "UPDATE mutation_batches SET rolled_back_at = ?, committed_at = coalesce(committed_at, ?), confirm_token = NULL WHERE id = ?",
  ).run(at, at, id);
}

/** Deletes rows of batches that were made at a time or before, the oldest first. @returns how many */
const deleteRows = (until: string, most: number): number =>
  statement<{ id: string }, [string, number]>(
    `DELETE FROM mutation_batches WHERE id IN (
       SELECT id FROM mutation_batches WHERE created_at <= ? ORDER BY created_at LIMIT ?) RETURNING id`,
  ).all(until, most).length;

/** Works as `deleteRows`, for single events: they are no batches any more. */
const releaseSingles = (until: string, most: number): number =>
  statement<{ seq: number }, [string, number]>(
    `UPDATE events SET tool_name = NULL, origin = NULL WHERE seq IN (
       SELECT seq FROM events WHERE tool_name IS NOT NULL AND created_at <= ? ORDER BY created_at LIMIT ?) RETURNING seq`,
  ).all(until, most).length;

/**
 * Deletes batches that were made at a time or before, the oldest first; part of the running transaction. Their events stay.
 * @param most how many at most
 * @returns how many were deleted
 */
export function deleteBatches(until: string, most: number): number {
  const rows = deleteRows(until, most);
  return rows + releaseSingles(until, most - rows);
}
