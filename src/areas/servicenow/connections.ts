/** Connections to ServiceNow instances. */
import { desc } from "drizzle-orm";
import { db, statement, tables, transaction } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { publish } from "../../core/journal/journal";
import { recordsOf } from "../../core/records";
import { refused } from "../../http/errors";
import { now } from "../../platform/clock";
import { mergeCredentials } from "./credentials";
import type { Connection, ConnectionChanges, NewConnection } from "./model";
import { failRunsOf } from "./runs/outcomes";

const { servicenowConnections } = tables;

/** A row of `servicenow_connections`. */
export type ConnectionRow = typeof servicenowConnections.$inferSelect;

const urlPattern = /^https:\/\/[\w.-]+(:\d+)?(\/[^?#\s]*)?$/;

/** Returns the URL of an instance without slashes at its end. @throws Problem 400 */
function instanceUrlOf(text: string): string {
  if (!text.startsWith("https://")) throw refused("Instance URL must use HTTPS");
  if (!urlPattern.test(text) || !URL.canParse(text)) throw refused("Invalid instance URL format");
  return text.replace(/\/+$/, "");
}

/** The rows of connections. */
export const connectionRows = recordsOf(servicenowConnections, "Connection");

const serialize = ({ credentials: _, ...row }: ConnectionRow, mapping_count = 0): Connection => ({
  ...row,
  mapping_count,
});

/** Lists the connections, newest first. */
export function listConnections(): Connection[] {
  const { created_at, id } = servicenowConnections;
  const rows = db.select().from(servicenowConnections).orderBy(desc(created_at), desc(id)).all();
  const counts = statement<[string, number]>(
    "SELECT connection_id, count(*) FROM servicenow_mappings GROUP BY connection_id",
  ).values() as unknown as [string, number][];
  const countOf = new Map(counts);
  return rows.map((row) => serialize(row, countOf.get(row.id)));
}

/** Finds a connection. @throws Problem 404 */
export function requireConnection(id: string): Connection {
  const row = connectionRows.require(id);
  const count = statement<{ count: number }>(
    "SELECT count(*) AS count FROM servicenow_mappings WHERE connection_id = ?",
  ).get(id);
  return serialize(row, count?.count);
}

/**
 * Creates a connection. Publishes `servicenow.connection_created`.
 * @throws Problem 400 for a URL that is none of an instance
 */
export function createConnection(actor: Actor, input: NewConnection): Connection {
  const { name, auth_type, ...credentials } = input;
  const instance_url = instanceUrlOf(input.instance_url);
  return transaction(() => {
    const row = connectionRows.create({
      name,
      instance_url,
      auth_type,
      credentials: mergeCredentials({ auth_type, instance_url, credentials: "{}" }, credentials),
    });
    publish(actor, { type: "servicenow.connection_created", data: { id: row.id, name } });
    return serialize(row);
  });
}

/**
 * Updates the fields of a connection that are given. Publishes `servicenow.connection_updated`, without values.
 * @throws Problem 404; 400 for a URL that is none of an instance
 */
export function updateConnection(actor: Actor, id: string, changes: ConnectionChanges): Connection {
  return transaction(() => {
    const stored = connectionRows.require(id);
    const merged = {
      ...stored,
      name: changes.name ?? stored.name,
      instance_url: changes.instance_url ? instanceUrlOf(changes.instance_url) : stored.instance_url,
      auth_type: changes.auth_type ?? stored.auth_type,
      is_active: changes.is_active ?? stored.is_active,
    };
    const updated = { ...merged, credentials: mergeCredentials(merged, changes) };
    const fields = Object.keys(updated).filter((field) => !Object.is(updated[field as never], stored[field as never]));
    if (fields.length === 0) return serialize(stored);
    const row = connectionRows.update(stored, updated);
    publish(actor, { type: "servicenow.connection_updated", data: { id, name: row.name, fields } });
    return serialize(row);
  });
}

/**
 * Deletes a connection with its mappings, runs and identities; cards stay. Publishes `servicenow.connection_deleted`.
 * @throws Problem 404
 */
export function deleteConnection(actor: Actor, id: string): void {
  transaction(() => {
    const { name } = connectionRows.require(id);
    failRunsOf(actor, "connection_id", id, "The connection was deleted");
    connectionRows.delete(id);
    publish(actor, { type: "servicenow.connection_deleted", data: { id, name } });
  });
}

/** Notes how a test of a connection has ended; part of the running transaction. */
export const noteTest = (id: string, success: boolean): void => {
  statement("UPDATE servicenow_connections SET last_tested_at = ?, test_status = ? WHERE id = ?").run(
    now(),
    success ? "success" : "failed",
    id,
  );
};
