/** Stages what a source reads, as it is read. */
import { statement } from "../../../../db";
import { UnreadableFile } from "../../../platform/spreadsheet/workbook";
import { nameKeyOf } from "../../cards";
import { relationType } from "../../metamodel";
import type { MigrationRow } from "../rows";
import type { Entity, Relation, SnapshotReceiver, Source } from "../sources/snapshot";
import { emailObjection } from "./emails";
import { type CardPayload, insertRecord, type NewRecord } from "./records";

/** Records that are staged of one file. */
const MOST_RECORDS = 200_000;

/** What is counted while a snapshot is read. */
export type Counts = { entities: number; archived: number; parse_errors: number };

/** What receives a snapshot and stages it, and what it has counted. */
export type Staging = { receiver: SnapshotReceiver; counts: Counts };

/** The card type of an entity's type; one that the tool alone knows becomes a card type itself. */
export const targetType = (source: Source, type: string): string => source.cardTypeOf(type) ?? type;

function cardPayload(source: Source, entity: Entity): CardPayload {
  const { type, name, description, category, lifecycle, attributes } = entity;
  const adapted = source.adapt(type);
  return {
    native_type: type,
    name,
    name_key: nameKeyOf(name),
    description,
    subtype: adapted?.subtype ?? category,
    lifecycle,
    attributes: { ...attributes, ...adapted?.attributes },
  };
}

/** Whether the ends of a relation fit its relation type only the other way round. */
function fitsReversed(key: string, source: string | undefined, target: string | undefined): boolean {
  const definition = relationType(key);
  if (!definition) return false;
  const { source_type_key, target_type_key } = definition;
  return source === target_type_key && target === source_type_key && source !== target;
}

/** A relation as a record, its ends in the direction of its relation type. */
function relationRecord(
  source: Source,
  { id, type, attributes, ...ends }: Relation,
  typeOf: ReadonlyMap<string, string>,
): NewRecord<"relation"> {
  const { key, swapped } = source.relationTypeOf(type) ?? { key: type, swapped: false };
  const [one, other] = swapped ? [ends.target, ends.source] : [ends.source, ends.target];
  const reversed = fitsReversed(key, typeOf.get(one), typeOf.get(other));
  const payload = { source: reversed ? other : one, target: reversed ? one : other, attributes };
  return { kind: "relation", sourceId: id, cardTypeKey: key, displayName: type, payload };
}

/** What stages a snapshot of a source; part of the running transaction. */
export function stagingOf({ id, include_archived }: MigrationRow, source: Source): Staging {
  const counts: Counts = { entities: 0, archived: 0, parse_errors: 0 };
  /** Staged entity → its card type. */
  const typeOf = new Map<string, string>();
  const archived = new Set<string>();
  let records = 0;
  const stage = (record: NewRecord): boolean => {
    if (++records > MOST_RECORDS)
      throw new UnreadableFile(`The workbook must not hold more than ${MOST_RECORDS} records`);
    const isFirst = insertRecord(id, record);
    if (!isFirst) counts.parse_errors++;
    return isFirst;
  };
  const stageEntity = (entity: Entity): boolean => {
    counts.entities++;
    if (entity.isArchived && !include_archived) {
      counts.archived++;
      archived.add(entity.id);
      return false;
    }
    const cardTypeKey = targetType(source, entity.type);
    const payload = cardPayload(source, entity);
    const isFirst = stage({ kind: "card", sourceId: entity.id, cardTypeKey, displayName: entity.name, payload });
    if (isFirst) typeOf.set(entity.id, cardTypeKey);
    return isFirst;
  };
  const receiver: SnapshotReceiver = {
    entity: stageEntity,
    parent(child, parent) {
      statement(
        "UPDATE staged_records SET parent_source_id = ? WHERE migration_id = ? AND entity_kind = 'card' AND source_id = ?",
      ).run(parent, id, child);
    },
    relation(relation) {
      stage(relationRecord(source, relation, typeOf));
    },
    tag({ id: sourceId, group, mode, name, color }) {
      insertRecord(id, { kind: "tag_group", sourceId: group, displayName: group, payload: { name: group, mode } });
      stage({ kind: "tag", sourceId, displayName: name, payload: { group, name, color } });
    },
    entityTag(entity, tag) {
      stage({ kind: "card_tag", sourceId: `${entity}:${tag}`, payload: { entity, tag } });
    },
    subscription({ id: sourceId, entity, email: written, ...part }) {
      const email = written.toLowerCase();
      const reason = emailObjection(email);
      const common = { displayName: email, ...(reason !== undefined && { reason }) };
      insertRecord(id, { kind: "user", sourceId: email, payload: { email }, ...common });
      const role = source.roleOf(part);
      const displayName = `${email} (${part.roleName || part.roleType})`;
      stage({ kind: "subscription", sourceId, payload: { entity, email, role }, ...common, displayName });
    },
    document({ id: sourceId, entity, name, url }) {
      if (archived.has(entity)) return;
      const payload = { entity, name, url };
      const reason = url === null ? "The document has no URL" : undefined;
      stage({ kind: "document", sourceId, displayName: name, payload, ...(reason !== undefined && { reason }) });
    },
    comment({ id: sourceId, ...payload }) {
      if (!archived.has(payload.entity)) stage({ kind: "comment", sourceId, payload });
    },
    parseError() {
      counts.parse_errors++;
    },
  };
  return { receiver, counts };
}
