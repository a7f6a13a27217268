/** Records that are staged: what they hold, and how they are written. */
import { statement } from "../../../../db";
import type { entityKinds } from "../../../../db/schema/migration";
import { newId } from "../../../platform/ids";
import type { JsonObject } from "../../../platform/json";
import type { Link, Relation, Remark, Tag } from "../sources/snapshot";

export type EntityKind = (typeof entityKinds)[number];
export type Action = "create" | "update" | "skip" | "conflict";

/** Kind of record → its stored payload. */
export type Payloads = {
  metamodel_type: { key: string };
  metamodel_field: {
    native_type: string;
    key: string;
    data_type: string;
    type: string | null;
    options: readonly string[];
  };
  metamodel_relation_type: { key: string; source_type: string; target_type: string };
  user: { email: string };
  card: CardPayload;
  tag_group: { name: string; mode: "single" | "multi" };
  tag: Pick<Tag, "group" | "name" | "color">;
  card_tag: { entity: string; tag: string };
  relation: Pick<Relation, "source" | "target" | "attributes">;
  subscription: { entity: string; email: string; role: string };
  document: Pick<Link, "entity" | "name" | "url">;
  comment: Pick<Remark, "entity" | "author" | "body" | "createdAt">;
};

export type CardPayload = {
  native_type: string;
  name: string;
  /** The form in which names are compared. */
  name_key: string;
  description: string | null;
  subtype: string | null;
  lifecycle: Record<string, string>;
  attributes: JsonObject;
  /** The reasons why values of the file are left out. */
  objections?: readonly string[];
};

/** A record that is to be staged. */
export type NewRecord<K extends EntityKind = EntityKind> = {
  [Kind in K]: {
    kind: Kind;
    sourceId: string;
    payload: Payloads[Kind];
    action?: Action;
    /** The reason why it is a conflict. */
    reason?: string;
    cardTypeKey?: string | null;
    displayName?: string | null;
    targetId?: string | null;
    /** A message about it, which is no conflict. */
    message?: string | null;
  };
}[K];

/** Stages a record; part of the running transaction. @returns false when there is one of its kind with its id */
export function createRecord(migrationId: string, record: NewRecord): boolean {
  const {
    kind,
    sourceId,
    payload,
    reason,
    cardTypeKey = null,
    displayName = null,
    targetId = null,
    message = null,
  } = record;
  const action = record.action ?? (reason === undefined ? "create" : "conflict");
  return (
    statement(
      `INSERT INTO staged_records (id, migration_id, entity_kind, source_id, card_type_key, action, display_name, source_data, diff, target_id, error_message)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    ).run(
      newId(),
      migrationId,
      kind,
      sourceId,
      cardTypeKey,
      action,
      displayName,
      JSON.stringify(payload),
      reason === undefined ? null : JSON.stringify({ reason }),
      targetId,
      message,
    ).changes > 0
  );
}

/** The result of matching a record. */
export type Match = { seq: number; action: Action; targetId: string; diff?: object };

/** Writes what matching has found out; part of the running transaction. */
export function writeMatches(matches: readonly Match[]): void {
  const rows = matches.map(({ seq, action, targetId, diff }) => [
    seq,
    action,
    targetId,
    diff ? JSON.stringify(diff) : null,
  ]);
  statement(
    `UPDATE staged_records SET action = found.value ->> 1, target_id = found.value ->> 2, diff = found.value ->> 3
     FROM json_each(?) AS found WHERE seq = found.value ->> 0`,
  ).run(JSON.stringify(rows));
}
