/** Letting go of what was archived long ago. */
import { largeTransaction, statement } from "../../../../db";
import { type Author, program } from "../../../core/journal/journal";
import { generalSettings } from "../../../core/settings/general";
import { DAY, fromNow } from "../../../platform/clock";
import type { CardRow } from "../rows";
import { moveChildren } from "./cascade";
import { publishDeleted, removeCards } from "./delete";

/** Cards removed in one transaction; other requests come in between. */
const BATCH = 500;

/** Deletes some of the cards that were archived before an instant, as `deleteCards` does. @returns how many */
function purgeSome(author: Author, archivedBefore: string): number {
  return largeTransaction(() => {
    // Those archived together were made parents first, so that they go children first, and few are moved before they go.
    const going = statement<Pick<CardRow, "id" | "type" | "name">, [string, number]>(
      `SELECT id, type, name FROM cards WHERE archived_at <= ? AND status = 'ARCHIVED'
       ORDER BY archived_at, seq DESC LIMIT ?`,
    ).all(archivedBefore, BATCH);
    const ids = going.map((card) => card.id);
    moveChildren(author, ids, null, ids);
    publishDeleted(author, going);
    removeCards(ids);
    return ids.length;
  });
}

/**
 * Deletes for good the cards that have been archived for longer than the settings say (`archiveRetentionDays`; 0 keeps
 * them for ever). Cards below a deleted one become roots. The journal tells of all of it, in one batch for each run and
 * with nobody as its author; nobody is notified: what is deleted was out of sight.
 * @param isOver says whether the server is stopping: what is left then waits for the next run
 */
export async function purgeArchivedCards(isOver: () => boolean = () => false): Promise<void> {
  const days = generalSettings().archiveRetentionDays;
  if (!(days > 0)) return;
  const before = fromNow(-days * DAY);
  const author = program("archived-card-purge");
  while (purgeSome(author, before) === BATCH && !isOver()) await Bun.sleep(0);
}
