/** Rows that are gone from their table: whether they really are, and whether so many may be. */
import { statement } from "../../../../db";
import { longStep } from "../../../core/runs/step";
import type { MappingWithFields } from "../mappings";
import { createRecords, discardHeld } from "../records/staged";
import { requireSync, type SyncRunRow, sumOf, updateSyncRun } from "./sync-runs";

/** Rows that are asked for by their ids at once: the ids stand in an address. */
const ASKED_AT_ONCE = 100;
/** Rows that one task stages. */
const STAGED_AT_ONCE = 1_000;

/** The condition for the identities of a mapping whose rows a run has not seen. */
const GONE = "mapping_id = ? AND snow_table = ? AND last_seen_at < ? AND created_by_sync >= ?";

/** `strict` archives every card whose row is gone, the other mode only those that a pull has created. */
const parametersOf = (run: SyncRunRow, { id, snow_table, sync_mode }: MappingWithFields) =>
  [id, snow_table, run.started_at, sync_mode === "strict" ? 0 : 1] as const;

type Counts = { gone: number; all: number };

/** Returns the number of rows of a mapping that are gone, and of those that it has linked. */
export function countGone(run: SyncRunRow, mapping: MappingWithFields): Counts {
  return statement<Counts>(
    `SELECT (SELECT count(*) FROM servicenow_identity_map WHERE ${GONE}) AS gone,
       (SELECT count(*) FROM servicenow_identity_map WHERE mapping_id = ? AND snow_table = ?) AS "all"`,
  ).get(...parametersOf(run, mapping), mapping.id, mapping.snow_table) as Counts;
}

type OrphanCount = { seq: number; snow_sys_id: string; card_id: string };

/** Returns rows that seem to be gone, after the one with a number. */
export const rowsGone = (
  run: SyncRunRow,
  mapping: MappingWithFields,
  after: number,
  limit = ASKED_AT_ONCE,
): OrphanCount[] =>
  statement<OrphanCount>(
    `SELECT seq, snow_sys_id, card_id FROM servicenow_identity_map WHERE ${GONE} AND seq > ? ORDER BY seq LIMIT ?`,
  ).all(...parametersOf(run, mapping), after, limit);

/** The deletions that are staged: of rows after a number; with a reason they are held, because too many rows are gone. */
type Deletions = { after: number; held: string | null };

/** Stages the deletion of some of the cards whose rows are gone. Returns the number of the last row, or null when there are no more. */
export const stageDeletionsStep = longStep("servicenow.stage_deletions", ({ after, held }: Deletions, run) => {
  const sync = requireSync(run.id, run);
  const gone = rowsGone(sync.run, sync.mapping, after, STAGED_AT_ONCE);
  discardHeld(sync.mapping.id, run.id);
  createRecords(
    run.id,
    sync.mapping.id,
    gone.map(({ snow_sys_id, card_id }) => ({
      sysId: snow_sys_id,
      row: {},
      cardId: card_id,
      action: "delete",
      diff: null,
    })),
    held === null ? "pending" : "held",
  );
  const isLast = gone.length < STAGED_AT_ONCE;
  if (isLast) run.phase = "apply";
  updateSyncRun(run, held === null ? { stats: sumOf(sync.run.stats, { deleted: gone.length }) } : { reason: held });
  return isLast ? null : (gone.at(-1)?.seq ?? null);
});
