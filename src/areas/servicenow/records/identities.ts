/** The identity map: which card is which row of a table. A row has one card, and a card one row of a table. */
import { inList, listOf, statement } from "../../../../db";
import { now } from "../../../platform/clock";
import type { MappingRow } from "../mappings";

/** Rows of one table of an instance, as far as the map is concerned. */
type Table = Pick<MappingRow, "id" | "connection_id" | "snow_table">;

/** The card that a row stands for. */
export type Identity = { card_id: string; snow_sys_id: string; last_seen_at: string };
/** An identity with the values (JSON) that pushes have sent for its row, and when the last one has. */
export type PushedIdentity = Identity & { pushed: string | null; pushed_at: string | null };
/** A row, the card that it is linked with, and the values (JSON) that pushes have sent for it, if this is one. */
export type Link = { sysId: string; cardId: string; pushed?: string };

/** Returns the identities of rows, by their ids. */
export function identitiesOfRows(table: Table, sysIds: readonly string[]): Map<string, Identity> {
  const rows = statement<Identity>(
    `SELECT card_id, snow_sys_id, last_seen_at FROM servicenow_identity_map
     WHERE connection_id = ? AND snow_table = ? AND ${inList("snow_sys_id")}`,
  ).all(table.connection_id, table.snow_table, listOf(sysIds));
  return new Map(rows.map((row) => [row.snow_sys_id, row]));
}

/** Returns the identities of cards, by their ids. */
export function identitiesOfCards(table: Table, cardIds: readonly string[]): Map<string, PushedIdentity> {
  const rows = statement<PushedIdentity>(
    `SELECT card_id, snow_sys_id, last_seen_at, pushed, pushed_at FROM servicenow_identity_map
     WHERE connection_id = ? AND snow_table = ? AND ${inList("card_id")}`,
  ).all(table.connection_id, table.snow_table, listOf(cardIds));
  return new Map(rows.map((row) => [row.card_id, row]));
}

/**
 * Links rows with cards, which must be nobody else's; a row whose card is gone gets the new one.
 * @param createdBySync whether a pull has created the cards; what is linked already keeps its own
 */
export function link(table: Table, links: readonly Link[], createdBySync: boolean): void {
  if (links.length === 0) return;
  const at = now();
  statement(
    `INSERT INTO servicenow_identity_map
       (connection_id, mapping_id, snow_table, card_id, snow_sys_id, created_by_sync, last_synced_at, last_seen_at,
        pushed, pushed_at)
     SELECT ?, ?, ?, value ->> 'cardId', value ->> 'sysId', ?, ?, ?,
       value ->> 'pushed', iif(value ->> 'pushed' IS NULL, NULL, ?) FROM json_each(?) WHERE true
     ON CONFLICT (connection_id, snow_table, snow_sys_id) DO UPDATE SET
       created_by_sync = iif(card_id = excluded.card_id, created_by_sync, excluded.created_by_sync),
       card_id = excluded.card_id, last_synced_at = excluded.last_synced_at, last_seen_at = excluded.last_seen_at,
       pushed = coalesce(excluded.pushed, pushed), pushed_at = coalesce(excluded.pushed_at, pushed_at)`,
  ).run(
    table.connection_id,
    table.id,
    table.snow_table,
    createdBySync ? 1 : 0,
    at,
    at,
    at,
    JSON.stringify(links.map(({ sysId, cardId, pushed }) => ({ sysId, cardId, pushed }))),
  );
}

/** Notes that rows are still in their table. */
export function noteSeen(table: Table, sysIds: readonly string[]): void {
  statement(
    `UPDATE servicenow_identity_map SET last_seen_at = ?
     WHERE connection_id = ? AND snow_table = ? AND ${inList("snow_sys_id")}`,
  ).run(now(), table.connection_id, table.snow_table, listOf(sysIds));
}

/** Removes the links of cards that a mapping has made. */
export function unlink(table: Table, cardIds: readonly string[]): void {
  statement(
    `DELETE FROM servicenow_identity_map
     WHERE connection_id = ? AND snow_table = ? AND mapping_id = ? AND ${inList("card_id")}`,
  ).run(table.connection_id, table.snow_table, table.id, listOf(cardIds));
}
