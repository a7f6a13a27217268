/** Applies what a run has staged, in pieces that are each a transaction. */
import { largeTransaction } from "../../../../db";
import type { Actor } from "../../../core/access/actor";
import { longStep } from "../../../core/runs/step";
import { progress } from "../../../core/threads/progress";
import { notFound } from "../../../http/errors";
import { connectionRows } from "../connections";
import { type MappingWithFields, mappingRows, withFields } from "../mappings";
import type { AppliedRecords } from "../model";
import { applyRecords } from "../records/apply";
import { countPending, noteOutcomes, pendingRecords, releaseHeld } from "../records/staged";
import { requireSync, SOURCE, syncRunRows, updateSyncRun } from "./sync-runs";

/** Records of one piece. */
const PIECE = 500;

type Counts = AppliedRecords["applied"];
const nothing: Counts = { created: 0, updated: 0, deleted: 0, errors: 0 };
const counters = { create: "created", update: "updated", delete: "deleted" } as const;

/** Applies the first pending records of a run. @returns how many they were, and what became of them */
function applySome(actor: Actor, mapping: MappingWithFields, runId: string): { done: number; counts: Counts } {
  const records = pendingRecords(runId, PIECE);
  const outcomes = applyRecords(actor, mapping, records);
  noteOutcomes(records, outcomes);
  const counts = { ...nothing };
  for (const { sysId, action } of records) {
    const outcome = outcomes.get(sysId);
    if (outcome && "error" in outcome) counts.errors++;
    else if (action !== "skip") counts[counters[action]]++;
  }
  return { done: records.length, counts };
}

/** Applies some of the staged records of a run. Returns whether there may be more, and how many have failed. */
export const applyStep = longStep("servicenow.apply", (_: null, run) => {
  const { actor, mapping } = requireSync(run.id, run);
  const { done, counts } = applySome(actor, mapping, run.id);
  updateSyncRun(run, {});
  return { isRest: done === PIECE, failed: counts.errors };
});

/**
 * Applies everything of a run that is pending, on behalf of the actor.
 * @param isHeldToo true to apply the deletions that are held, too
 * @throws Problem 404 for an unknown run
 */
export function applyRun(actor: Actor, runId: string, isHeldToo = false): AppliedRecords {
  return largeTransaction(() => {
    const run = syncRunRows.require(runId);
    if (!connectionRows.find(run.connection_id)) throw notFound("Connection");
    const mapping = run.mapping_id === null ? undefined : mappingRows.find(run.mapping_id);
    const applied = { ...nothing };
    if (!mapping) return { ok: true, applied };
    const author = { ...actor, source: SOURCE };
    if (isHeldToo) releaseHeld(runId);
    const total = countPending(runId);
    for (let all = 0; all < total; ) {
      progress(all, total);
      const { done, counts } = applySome(author, withFields(mapping), runId);
      for (const name of Object.keys(applied) as (keyof Counts)[]) applied[name] += counts[name];
      all += done;
    }
    return { ok: true, applied };
  });
}
