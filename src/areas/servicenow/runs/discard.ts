/** Leaving out staged records that are not to be applied. */
import { inList, listOf, statement, transaction } from "../../../../db";
import type { Actor } from "../../../core/access/actor";
import { publish } from "../../../core/journal/journal";
import type { Discard } from "../model";
import { syncRunRows } from "./sync-runs";

/**
 * Discards records of a run that are pending or held: the next pull stages them again if they still differ. Publishes
 * `servicenow.records_discarded` unless there are none.
 * @throws Problem 404 for an unknown run
 */
export function discardRecords(actor: Actor, runId: string, { record_ids, action }: Discard): { discarded: number } {
  return transaction(() => {
    const { id, mapping_id, direction } = syncRunRows.require(runId);
    const { changes } = statement(
      `UPDATE servicenow_staged_records SET status = 'discarded' WHERE sync_run_id = ?1 AND status IN ('pending', 'held')
         AND (?2 IS NULL OR action = ?2) AND (?3 OR ${inList("id", "?4")})`,
    ).run(runId, action ?? null, record_ids ? 0 : 1, listOf(record_ids ?? []));
    if (changes > 0)
      publish(actor, { type: "servicenow.records_discarded", data: { id, mapping_id, direction, count: changes } });
    return { discarded: changes };
  });
}
