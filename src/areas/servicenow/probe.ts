/** Questions to an instance while somebody waits: tests, tables, columns, previews. Each is one attempt. */
import { transactionInTurn } from "../../../db";
import { type Actor, may } from "../../core/access/actor";
import { Problem, refused } from "../../http/errors";
import { log } from "../../platform/log";
import { costKeysOf } from "../metamodel";
import { type ConnectionRow, connectionRows, noteTest } from "./connections";
import { atOnce, type Instance, instanceOf } from "./instance/client";
import { explanation } from "./instance/explanation";
import { InstanceError } from "./instance/failure";
import { fetchRows, isTableName, listColumns, listTables, probe, type Row, rowsOf } from "./instance/table-api";
import { type FieldMappingRow, type MappingWithFields, mappingRows, withFields } from "./mappings";
import type { Preview } from "./model";
import { pulled } from "./records/transform";
import { selectionOf } from "./runs/pull";

/** Rows of a preview. */
const SAMPLE = 5;

type Question<T> = (instance: Instance) => Promise<T>;

/** Asks an instance, and logs its failure. @param failure the message of the log */
async function asked<T>(connection: ConnectionRow, failure: string, question: Question<T>): Promise<T> {
  try {
    return await question(instanceOf(connection, atOnce()));
  } catch (error) {
    log.warn({ connection: connection.id, reason: (error as Error).message }, failure);
    throw error;
  }
}

/** Works as `asked`; the failure is answered as 502 without the reason. @throws Problem 502 */
async function ask<T>(connection: ConnectionRow, failure: string, question: Question<T>): Promise<T> {
  try {
    return await asked(connection, failure, question);
  } catch {
    throw new Problem(502, failure);
  }
}

const FAILED = "Connection failed";

/** Returns the answer to a test that has failed, with the reason as far as it is known. */
const failedTest = (connection: ConnectionRow, error: unknown): string =>
  error instanceof InstanceError ? `${FAILED}: ${explanation(connection, error.reason)}` : FAILED;

/** Returns the message of a test that fails; undefined when the instance answers as it should. */
export async function failureOf(connection: ConnectionRow): Promise<string | undefined> {
  try {
    return (await asked(connection, FAILED, probe)) ? undefined : `${FAILED}: ${explanation(connection, "answer")}`;
  } catch (error) {
    return failedTest(connection, error);
  }
}

/** Tests a connection and notes how that ended. @throws Problem 404 */
export async function testConnection(id: string): Promise<{ success: boolean; message: string }> {
  const failure = await failureOf(connectionRows.require(id));
  const success = failure === undefined;
  await transactionInTurn(() => noteTest(id, success));
  return { success, message: failure ?? "Connection successful" };
}

/** Finds the tables of an instance, by a part of their name or label. @throws Problem 404, 502 */
export const findTables = async (id: string, search: string): Promise<Row[]> =>
  ask(connectionRows.require(id), "Failed to fetch tables from ServiceNow", (instance) => listTables(instance, search));

/** Finds the columns of a table. @throws Problem 400 for a name that can be no table's; 404, 502 */
export async function findColumns(id: string, table: string): Promise<Row[]> {
  if (!isTableName(table)) throw refused("Invalid table name");
  return ask(connectionRows.require(id), "Failed to fetch table fields from ServiceNow", (instance) =>
    listColumns(instance, table),
  );
}

/** Returns the fields of a mapping that lead to costs, which the actor may not see. */
function hiddenFields(actor: Actor, { card_type_key, fields }: MappingWithFields): FieldMappingRow[] {
  if (may(actor, "costs.view")) return [];
  const hidden = new Set(costKeysOf(card_type_key).map((key) => `attributes.${key}`));
  return fields.filter(({ turbo_field }) => hidden.has(turbo_field));
}

/** Returns a row without the columns of some fields. */
const withoutColumns = (row: Row, fields: readonly FieldMappingRow[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !fields.some(({ snow_field }) => snow_field === column)));

/**
 * Shows the first rows that a mapping reads with what they become, without costs that are hidden from the actor.
 * @throws Problem 404, 502
 */
export async function previewMapping(actor: Actor, id: string): Promise<Preview> {
  const mapping = withFields(mappingRows.require(id));
  const hidden = hiddenFields(actor, mapping);
  const shown = mapping.fields.filter((field) => !hidden.includes(field));
  const connection = connectionRows.require(mapping.connection_id);
  return ask(connection, "Failed to fetch records from ServiceNow", async (instance) => {
    const { bytes, total } = await fetchRows(instance, selectionOf(mapping), { limit: SAMPLE });
    const rows = rowsOf(bytes, instance.host).slice(0, SAMPLE);
    const previews = rows.map((row) => ({
      snow_record: withoutColumns(row, hidden),
      transformed: pulled(shown, row),
    }));
    return { total_records: total, sample_count: rows.length, previews };
  });
}
