/** Stages the types that a file speaks of. */
import type { MigrationRow } from "../rows";
import type { Metamodel, Source } from "../sources/snapshot";
import { createRecord } from "./records";
import { targetType } from "./records-of";

function stageType({ id }: MigrationRow, source: Source, type: string): void {
  const known = source.cardTypeOf(type);
  const payload = { key: known ?? type };
  const reason = known === undefined ? undefined : `${type} is migrated to the card type ${known}`;
  const record = { kind: "metamodel_type", sourceId: type, displayName: payload.key, payload } as const;
  createRecord(id, { ...record, ...(reason !== undefined && { reason }) });
}

/** Stages types with their fields and types of relations; part of the running transaction. */
export function stageMetamodel(migration: MigrationRow, source: Source, { types, relationTypes }: Metamodel): void {
  for (const [type, fields] of types) {
    stageType(migration, source, type);
    for (const { key, dataType, options } of fields) {
      const fieldType = source.fieldTypeOf(dataType) ?? null;
      createRecord(migration.id, {
        kind: "metamodel_field",
        sourceId: `${type}:${key}`,
        displayName: key,
        payload: { native_type: type, key, data_type: dataType, type: fieldType, options },
        ...(fieldType === null
          ? { reason: `The data type ${dataType} is unknown` }
          : { cardTypeKey: targetType(source, type) }),
      });
    }
  }
  for (const [type, ends] of relationTypes)
    if (!source.relationTypeOf(type))
      createRecord(migration.id, {
        kind: "metamodel_relation_type",
        sourceId: type,
        displayName: type,
        payload: {
          key: type,
          source_type: targetType(source, ends.source),
          target_type: targetType(source, ends.target),
        },
      });
}
