/** Mappings between card types and tables, and between their fields. */
import { desc, eq } from "drizzle-orm";
import { columnInList, db, tables, transaction } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { publish } from "../../core/journal/journal";
import { recordsOf } from "../../core/records";
import { nextInstant } from "../../core/runs/schedule";
import { refused } from "../../http/errors";
import { newId } from "../../platform/ids";
import { connectionRows } from "./connections";
import { isTableName } from "./instance/table-api";
import type { FieldMappingInput, Mapping, MappingChanges, NewMapping } from "./model";
import { failRunsOf } from "./runs/outcomes";

const { servicenowFieldMappings, servicenowMappings } = tables;

/** A row of `servicenow_mappings`. */
export type MappingRow = typeof servicenowMappings.$inferSelect;
/** A row of `servicenow_field_mappings`. */
export type FieldMappingRow = typeof servicenowFieldMappings.$inferSelect;
/** A mapping with its fields, in their order. */
export type MappingWithFields = MappingRow & { fields: FieldMappingRow[] };

/** The rows of mappings; their fields go with them. */
export const mappingRows = recordsOf(servicenowMappings, "Mapping");

/** Returns the fields of several mappings, by mapping. */
function fieldsOf(mappingIds: readonly string[]): Map<string, FieldMappingRow[]> {
  const rows = db
    .select()
    .from(servicenowFieldMappings)
    .where(columnInList(servicenowFieldMappings.mapping_id, mappingIds))
    .orderBy(servicenowFieldMappings.seq)
    .all();
  return Map.groupBy(rows, (row) => row.mapping_id);
}

/** Returns a mapping with its fields. */
export const withFields = (row: MappingRow): MappingWithFields => ({
  ...row,
  fields: db
    .select()
    .from(servicenowFieldMappings)
    .where(eq(servicenowFieldMappings.mapping_id, row.id))
    .orderBy(servicenowFieldMappings.seq)
    .all(),
});

const serialize = ({ fields, scheduled_by: _, ...row }: MappingWithFields): Mapping => ({
  ...row,
  field_mappings: fields.map(({ seq: _seq, mapping_id: _mapping, ...field }) => field),
});

/** Lists the mappings, of one connection or of all, newest first. */
export function listMappings(connectionId: string | null | undefined): Mapping[] {
  const rows = db
    .select()
    .from(servicenowMappings)
    .where(connectionId ? eq(servicenowMappings.connection_id, connectionId) : undefined)
    .orderBy(desc(servicenowMappings.created_at), desc(servicenowMappings.id))
    .all();
  const fields = fieldsOf(rows.map(({ id }) => id));
  return rows.map((row) => serialize({ ...row, fields: fields.get(row.id) ?? [] }));
}

/** Finds a mapping. @throws Problem 404 */
export const requireMapping = (id: string): Mapping => serialize(withFields(mappingRows.require(id)));

function checkTable(table: string | null | undefined): void {
  if (table !== null && table !== undefined && !isTableName(table)) throw refused("Invalid ServiceNow table name");
}

function createFields(mappingId: string, fields: readonly FieldMappingInput[]): void {
  if (fields.length === 0) return;
  db.insert(servicenowFieldMappings)
    .values(fields.map((field) => ({ ...field, id: newId(), mapping_id: mappingId })))
    .run();
}

const subjectOf = ({ id, card_type_key, snow_table }: MappingRow) => ({ id, card_type_key, snow_table });

/**
 * Creates a mapping. Publishes `servicenow.mapping_created`.
 * @throws Problem 404 without the connection; 400 for the name of a table that can be none
 */
export function createMapping(actor: Actor, { field_mappings, ...input }: NewMapping): Mapping {
  return transaction(() => {
    connectionRows.require(input.connection_id);
    checkTable(input.snow_table);
    const row = mappingRows.create({
      ...input,
      next_run_at: nextInstantOf(input.schedule ?? null),
      scheduled_by: input.schedule ? actor.userId : null,
    });
    createFields(row.id, field_mappings);
    publish(actor, { type: "servicenow.mapping_created", data: subjectOf(row) });
    return requireMapping(row.id);
  });
}

/** Returns the columns that a request sets: null clears only what may be empty. */
const columnsOf = ({ field_mappings: _, ...changes }: MappingChanges): Partial<MappingRow> =>
  Object.fromEntries(
    Object.entries(changes).filter(
      ([field, value]) => value !== undefined && (value !== null || field === "filter_query" || field === "schedule"),
    ),
  );

const nextInstantOf = (schedule: string | null) => (schedule === null ? null : nextInstant(schedule));

/** Returns the columns of a schedule when it is set or the mapping is switched on; whoever sets it is who runs it. */
const scheduleColumns = (actor: Actor, { schedule }: Partial<MappingRow>): Partial<MappingRow> =>
  schedule === undefined ? {} : { next_run_at: nextInstantOf(schedule), scheduled_by: schedule ? actor.userId : null };

/**
 * Updates the fields of a mapping that are given. Publishes `servicenow.mapping_updated`, without values.
 * @throws Problem 404; 400 for the name of a table that can be none
 */
export function updateMapping(actor: Actor, id: string, changes: MappingChanges): Mapping {
  return transaction(() => {
    const stored = mappingRows.require(id);
    checkTable(changes.snow_table);
    const columns = columnsOf(changes);
    const { field_mappings } = changes;
    const fields = [...Object.keys(columns), ...(field_mappings ? ["field_mappings"] : [])];
    if (fields.length === 0) return requireMapping(id);
    if (field_mappings) {
      db.delete(servicenowFieldMappings).where(eq(servicenowFieldMappings.mapping_id, id)).run();
      createFields(id, field_mappings);
    }
    const row = mappingRows.update(stored, { ...columns, ...scheduleColumns(actor, columns) });
    publish(actor, { type: "servicenow.mapping_updated", data: { ...subjectOf(row), fields } });
    return requireMapping(id);
  });
}

/**
 * Deletes a mapping with its fields, identities and staged records; its runs stay. Publishes `servicenow.mapping_deleted`.
 * @throws Problem 404
 */
export function deleteMapping(actor: Actor, id: string): void {
  transaction(() => {
    const row = mappingRows.require(id);
    failRunsOf(actor, "mapping_id", id, "The mapping was deleted");
    mappingRows.delete(id);
    publish(actor, { type: "servicenow.mapping_deleted", data: subjectOf(row) });
  });
}
