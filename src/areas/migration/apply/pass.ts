/** Passes: how the records of one kind are applied. */
import type { FieldMappings } from "../../../../db/schema/migration";
import type { Actor } from "../../../core/access/actor";
import { findIdentities } from "../identities";
import type { MigrationRow } from "../rows";
import type { Source } from "../sources/snapshot";
import type { Action, EntityKind, Payloads } from "../staging/records";

/** A migration that is being applied. */
export type Application = {
  migration: MigrationRow;
  source: Source;
  actor: Actor;
  mappings: FieldMappings;
  /** True in a scenario, which has the accounts of the landscape and creates none. */
  isPlanned: boolean;
};

/** A staged record that is to be applied. */
export type StagedRow<K extends EntityKind = EntityKind> = {
  seq: number;
  source_id: string;
  card_type_key: string | null;
  action: Action;
  target_id: string | null;
  parent_source_id: string | null;
  /** The message of staging about it. */
  error_message: string | null;
  payload: Payloads[K];
};

/** The result of applying a record. */
export type Result = {
  outcome: "created" | "updated" | "skipped" | "conflicts";
  targetId?: string | null;
  message?: string | null;
};

export const skipped = (message?: string): Result => ({
  outcome: "skipped",
  ...(message !== undefined && { message }),
});

/** The way in which the records of a kind are applied. */
export type Pass<K extends EntityKind> = {
  /** The outcome of a record that is a conflict. */
  conflict: "conflicts" | "skipped";
  /**
   * Looks up what some records need.
   * @returns what applies each of them, in a savepoint, and what is done once with all that were applied
   */
  begin(
    application: Application,
    records: readonly StagedRow<K>[],
  ): { apply(record: StagedRow<K>): Result; conclude?(): void };
};

/** Maps source id → card, of the entities that some records belong to. */
export const cardsOf = (
  { migration }: Application,
  records: readonly { payload: { entity: string } }[],
): Map<string, string> =>
  findIdentities(
    migration,
    "card",
    records.map(({ payload }) => payload.entity),
  );

/** Maps e-mail address → user, of the people whom some records name. */
export const usersOf = ({ migration }: Application, emails: readonly string[]): Map<string, string> =>
  findIdentities(migration, "user", emails);
