/** Applies staged records, some at a time, each in a savepoint of its own. */
import { allValues, savepoint, statement } from "../../../../db";
import { entityKinds } from "../../../../db/schema/migration";
import { actorOf, batchOf, type StepRun } from "../../../core/runs/step";
import { progress } from "../../../core/threads/progress";
import { messageOf, Problem } from "../../../http/errors";
import { type IdentityKind, isIdentityKind, writeIdentities } from "../identities";
import { shortened } from "../messages";
import { findRow, type MigrationRow, mappingsOf, updateRow } from "../rows";
import { sourceOf } from "../sources";
import type { EntityKind } from "../staging/records";
import { cardPass } from "./cards";
import { documentPass } from "./documents";
import { finishApplying } from "./finish";
import { fieldPass, relationTypePass, typePass } from "./metamodel";
import type { Application, Pass, Result, StagedRow } from "./pass";
import { commentPass, subscriptionPass } from "./people";
import { relationPass } from "./relations";
import { cardTagPass, tagGroupPass, tagPass } from "./tags";
import { userPass } from "./users";

/** Records that are applied in one transaction. */
const PIECE = 300;

const passes: { [K in EntityKind]: Pass<K> } = {
  metamodel_type: typePass,
  metamodel_field: fieldPass,
  metamodel_relation_type: relationTypePass,
  user: userPass,
  card: cardPass,
  tag_group: tagGroupPass,
  tag: tagPass,
  card_tag: cardTagPass,
  relation: relationPass,
  subscription: subscriptionPass,
  document: documentPass,
  comment: commentPass,
};

type Outcome = Omit<Result, "outcome"> & { seq: number; outcome: Result["outcome"] | "errors" };

/** Returns the kind whose turn it is; undefined when nothing is left. */
function nextKind(migrationId: string): EntityKind | undefined {
  const waiting = new Set(
    allValues<EntityKind>(
      "SELECT DISTINCT entity_kind FROM staged_records WHERE migration_id = ? AND status = 'pending'",
      migrationId,
    ),
  );
  return entityKinds.find((kind) => waiting.has(kind));
}

/** Returns the next records of a kind. */
const nextRecords = (migrationId: string, kind: EntityKind): StagedRow[] =>
  statement<Omit<StagedRow, "payload"> & { source_data: string }>(
    `SELECT seq, source_id, card_type_key, action, target_id, parent_source_id, error_message, source_data
     FROM staged_records WHERE migration_id = ? AND status = 'pending' AND entity_kind = ? ORDER BY rank, seq LIMIT ${PIECE}`,
  )
    .all(migrationId, kind)
    .map(({ source_data, ...row }) => ({ ...row, payload: JSON.parse(source_data) as StagedRow["payload"] }));

/** Applies records of a kind; one that fails leaves the others alone. */
function applyRecords(application: Application, kind: EntityKind, records: readonly StagedRow[]): Outcome[] {
  const pass = passes[kind] as Pass<EntityKind>;
  const { apply, conclude } = pass.begin(application, records);
  const outcomes = records.map((record, done): Outcome => {
    progress(done, records.length);
    const { seq, action } = record;
    if (action === "conflict") return { seq, outcome: pass.conflict };
    try {
      return { seq, ...savepoint(() => apply(record)) };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return { seq, outcome: "errors", message: messageOf(error) };
    }
  });
  conclude?.();
  return outcomes;
}

/** Writes what records have become. */
function writeOutcomes(outcomes: readonly Outcome[]): void {
  const rows = outcomes.map(({ seq, outcome, targetId = null, message = null }) => [
    seq,
    outcome,
    targetId,
    message ? shortened(message) : null,
  ]);
  statement(
    `UPDATE staged_records SET outcome = done.value ->> 1, status = iif(done.value ->> 1 = 'errors', 'error', 'applied'),
       target_id = coalesce(done.value ->> 2, target_id), error_message = done.value ->> 3
     FROM json_each(?) AS done WHERE seq = done.value ->> 0`,
  ).run(JSON.stringify(rows));
}

/** Keeps what records have become for later migrations. */
function keepIdentities(
  migration: MigrationRow,
  kind: IdentityKind,
  records: readonly StagedRow[],
  outcomes: readonly Outcome[],
): void {
  const targets = records.flatMap(({ source_id }, at) => {
    const targetId = outcomes[at]?.targetId;
    return targetId ? [[source_id, targetId] as const] : [];
  });
  writeIdentities(migration, kind, new Map(targets));
}

/** Makes records that have failed, or were skipped because of others, pending again; part of the running transaction. */
function retryFailed(id: string): void {
  statement(
    `UPDATE staged_records SET status = 'pending', outcome = NULL, error_message = NULL
     WHERE migration_id = ? AND (status = 'error' OR outcome = 'skipped' AND error_message IS NOT NULL)`,
  ).run(id);
}

/**
 * Applies the next records of a migration that is being applied, as a step of its run. All changes join one batch.
 * @param isPlanned true in a scenario
 * @returns whether there may be more
 */
export function applyNext(id: string, run: StepRun, isPlanned = false): boolean {
  const migration = findRow(id);
  if (migration?.status !== "applying") return false;
  if (run.phase === null) retryFailed(id);
  run.phase = "records";
  const actor = actorOf(run);
  const kind = nextKind(id);
  if (kind === undefined) {
    finishApplying(actor, migration);
    run.isComplete = true;
    return false;
  }
  const records = nextRecords(id, kind);
  const application = { migration, actor, source: sourceOf(migration), mappings: mappingsOf(migration), isPlanned };
  const outcomes = applyRecords(application, kind, records);
  writeOutcomes(outcomes);
  if (isIdentityKind(kind)) keepIdentities(migration, kind, records, outcomes);
  updateRow(id, { batch_id: batchOf(run) });
  return true;
}
