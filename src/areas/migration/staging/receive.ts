/** Stages what a source reads, as it is read. */
import { statement } from "../../../../db";
import { UnreadableFile } from "../../../platform/archive/source";
import { type MigrationRow, mappingsOf } from "../rows";
import type { SnapshotReceiver, Source } from "../sources/snapshot";
import { createRecord, type NewRecord } from "./records";
import { cardRecord, documentRecord, relationRecord, subscriptionRecords, tagRecords } from "./records-of";

/** Records that are staged of one file. */
export const MAX_RECORDS = 200_000;

/** The counts that are made while a snapshot is read. */
export type Counts = { entities: number; archived: number; parse_errors: number };

/** The receiver of a snapshot, which stages it, and its counts. */
export type Staging = { receiver: SnapshotReceiver; counts: Counts };

/** Puts a staged card below another one. */
const writeParent = (migrationId: string, child: string, parent: string): void =>
  void statement(
    "UPDATE staged_records SET parent_source_id = ? WHERE migration_id = ? AND entity_kind = 'card' AND source_id = ?",
  ).run(parent, migrationId, child);

/**
 * Makes the receiver that stages a snapshot of a source; part of the running transaction.
 * @param most records that are staged at most
 */
export function stagingOf(migration: MigrationRow, source: Source, most: number): Staging {
  const { id, include_archived } = migration;
  const mappings = mappingsOf(migration);
  const counts: Counts = { entities: 0, archived: 0, parse_errors: 0 };
  /** Staged entity → its card type. */
  const typeOf = new Map<string, string>();
  const leftOut = new Set<string>();
  let records = 0;

  /** Stages a record whose kind may have another one with its id. */
  function stageOnce(record: NewRecord): boolean {
    if (++records > most) throw new UnreadableFile(`The workbook must not hold more than ${most} records`);
    return createRecord(id, record);
  }

  function stage(record: NewRecord): boolean {
    const isFirst = stageOnce(record);
    if (!isFirst) counts.parse_errors++;
    return isFirst;
  }

  const receiver: SnapshotReceiver = {
    entity(entity) {
      counts.entities++;
      if (entity.isArchived && !include_archived) {
        counts.archived++;
        leftOut.add(entity.id);
        return false;
      }
      const record = cardRecord(source, entity, mappings);
      const isFirst = stage(record);
      if (isFirst) typeOf.set(entity.id, record.cardTypeKey as string);
      return isFirst;
    },
    parent: (child, parent) => writeParent(id, child, parent),
    relation: (relation) => void stage(relationRecord(source, relation, typeOf)),
    tag(tag) {
      const [group, record] = tagRecords(tag);
      stageOnce(group);
      stage(record);
    },
    entityTag: (entity, tag) =>
      void stage({ kind: "card_tag", sourceId: `${entity}:${tag}`, payload: { entity, tag } }),
    subscription(subscription) {
      const [user, record] = subscriptionRecords(source, subscription);
      stageOnce(user);
      stage(record);
    },
    document(document) {
      if (!leftOut.has(document.entity)) stage(documentRecord(document));
    },
    comment({ id: sourceId, ...payload }) {
      if (!leftOut.has(payload.entity)) stage({ kind: "comment", sourceId, payload });
    },
    parseError() {
      counts.parse_errors++;
    },
  };
  return { receiver, counts };
}
