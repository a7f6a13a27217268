/** The content of another tool's file, in terms that all tools share: a source reads it, staging receives it. */

import type { JsonObject } from "../../../platform/json";
import type { Workbook } from "../../../platform/spreadsheet/workbook";

/** A thing of the landscape. */
export type Entity = {
  id: string;
  type: string;
  name: string;
  description: string | null;
  category: string | null;
  isArchived: boolean;
  /** Phase → date. */
  lifecycle: Record<string, string>;
  attributes: JsonObject;
  /** The reasons why values are left out. */
  objections: readonly string[];
};

export type Relation = { id: string; type: string; source: string; target: string; attributes: JsonObject };
export type Tag = { id: string; group: string; mode: "single" | "multi"; name: string; color: string | null };
export type Subscription = { id: string; entity: string; roleType: string; roleName: string; email: string };
export type Link = { id: string; entity: string; name: string; url: string | null };
export type Remark = { id: string; entity: string; author: string; body: string; createdAt: string | null };

/** A field of a type, as far as the file describes it. */
export type Field = { key: string; dataType: string; options: readonly string[] };

/** The types that a file speaks of. */
export type Metamodel = {
  /** Type → its fields. */
  types: ReadonlyMap<string, readonly Field[]>;
  /** Type of relations → the types of its ends. */
  relationTypes: ReadonlyMap<string, { source: string; target: string }>;
};

/** Receives what is read. Entities come before whatever refers to them. */
export type SnapshotReceiver = {
  /** Returns whether it is the first one with its id. */
  entity(entity: Entity): boolean;
  /** An entity comes below another one. */
  parent(child: string, parent: string): void;
  relation(relation: Relation): void;
  tag(tag: Tag): void;
  entityTag(entity: string, tag: string): void;
  subscription(subscription: Subscription): void;
  document(document: Link): void;
  comment(comment: Remark): void;
  /** Something that can't be read, or refers to what isn't there. */
  parseError(): void;
};

/** A tool whose files can be migrated. */
export type Source = {
  key: string;
  label: string;
  acceptedExtensions: readonly string[];
  /** The bytes that its files begin with. */
  signature: Uint8Array;
  /** A clause about what makes a file one of its own. */
  needs: string;
  /** The form of its files. */
  snapshotVersion: string;
  /** Reads a file, and returns what types it speaks of. */
  read(workbook: Workbook, receiver: SnapshotReceiver): Metamodel;
  /** The card type that a type stands for; undefined for one that has none yet. */
  cardTypeOf(type: string): string | undefined;
  /** The relation type that a type of relations stands for, and whether its ends are the other way round. */
  relationTypeOf(type: string): { key: string; swapped: boolean } | undefined;
  /** The type of field that a data type stands for. */
  fieldTypeOf(dataType: string): string | undefined;
  /** The stakeholder role that a subscription stands for. */
  roleOf(subscription: Pick<Subscription, "roleType" | "roleName">): string;
  /** The subtype and the attributes of a card whose type differs from that of its entity. */
  adapt(type: string): { subtype: string; attributes: JsonObject } | undefined;
  /** Columns that need no mapping → what they become. */
  autoMappedColumns: readonly (readonly [column: string, target: string])[];
};
