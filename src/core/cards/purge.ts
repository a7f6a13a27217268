/** Letting go of what was archived long ago. */
import { largeTransaction, statement } from "../../../db/client";
import { DAY, fromNow } from "../../platform/clock";
import { generalSettings } from "../settings/general";
import { removeCards } from "./delete";

/** Cards removed in one transaction; other requests come in between. */
const BATCH = 500;

function purgeBatch(archivedBefore: string): number {
  return largeTransaction(() => {
    const ids = statement<{ id: string }, [string, number]>(
      "SELECT id FROM cards WHERE archived_at <= ? AND status = 'ARCHIVED' ORDER BY archived_at LIMIT ?",
    )
      .all(archivedBefore, BATCH)
      .map((row) => row.id);
    if (ids.length > 0) removeCards(ids);
    return ids.length;
  });
}

/**
 * Deletes for good the cards that have been archived for longer than the settings say (`archiveRetentionDays`; 0 keeps
 * them for ever). Cards below a deleted one become roots. Nobody is told: what is deleted was out of sight.
 */
export async function purgeArchivedCards(): Promise<void> {
  const days = generalSettings().archiveRetentionDays;
  if (!(days > 0)) return;
  const before = fromNow(-days * DAY);
  while (purgeBatch(before) === BATCH) await Bun.sleep(0);
}
