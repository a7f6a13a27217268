/** The mappings that were chosen last, which the next workbook of their tool begins with. */
import { firstValue, statement } from "../../../db";
import type { FieldMappings } from "../../../db/schema/migration";
import { now } from "../../platform/clock";
import { parseObject } from "../../platform/json";

/** Returns the mappings of a tool that are remembered. */
export const rememberedMappings = (source: string): FieldMappings =>
  parseObject(
    firstValue<string>("SELECT field_mappings FROM migration_remembered_mappings WHERE source_type = ?", source) ??
      null,
  ) as FieldMappings;

/** Returns the choices that have a target. */
export const withoutEmpty = (mappings: FieldMappings): FieldMappings =>
  Object.fromEntries(
    Object.entries(mappings)
      .map(
        ([type, fields]) =>
          [type, Object.fromEntries(Object.entries(fields).filter(([, target]) => target !== ""))] as const,
      )
      .filter(([, fields]) => Object.keys(fields).length > 0),
  );

/** Returns the fields that a migration has, as type and key. */
const fieldsOf = (migrationId: string): { type: string; key: string }[] =>
  statement<{ type: string; key: string }>(
    `SELECT source_data ->> '$.native_type' AS type, source_data ->> '$.key' AS key FROM staged_records
     WHERE migration_id = ? AND entity_kind = 'metamodel_field'`,
  ).all(migrationId);

/**
 * Remembers the mappings that were chosen for a migration; part of the running transaction. Fields that it has and for which
 * nothing was chosen are forgotten, those of other workbooks stay.
 */
export function rememberMappings(source: string, migrationId: string, chosen: FieldMappings): void {
  const remembered = new Map(
    Object.entries(rememberedMappings(source)).map(([type, fields]) => [type, new Map(Object.entries(fields))]),
  );
  for (const { type, key } of fieldsOf(migrationId)) remembered.get(type)?.delete(key);
  for (const [type, fields] of Object.entries(chosen))
    remembered.set(type, new Map([...(remembered.get(type) ?? []), ...Object.entries(fields)]));
  const filled = [...remembered].filter(([, fields]) => fields.size > 0);
  statement(
    `INSERT INTO migration_remembered_mappings (source_type, field_mappings, updated_at) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET field_mappings = excluded.field_mappings, updated_at = excluded.updated_at`,
  ).run(
    source,
    JSON.stringify(Object.fromEntries(filled.map(([type, fields]) => [type, Object.fromEntries(fields)]))),
    now(),
  );
}
