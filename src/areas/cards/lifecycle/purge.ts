/** The purge of cards that were archived long ago. */
import { inTurn, largeTransaction, statement } from "../../../../db";
import { type Author, program } from "../../../core/journal/journal";
import { generalSettings } from "../../../core/settings/general";
import { DAY, fromNow } from "../../../platform/clock";
import { publishCards } from "../events";
import type { CardRow } from "../repository";
import { idsOf, moveChildren } from "./cascade";
import { deleteRows } from "./delete";

/** Cards deleted in one transaction; other requests are served between transactions. */
const BATCH = 100;

/** Deletes at most `BATCH` cards that were archived before an instant. @returns how many */
function purgeBatch(author: Author, archivedBefore: string): number {
  return largeTransaction(() => {
    // Descending `seq` deletes children before parents created earlier, so that fewer have to be moved.
    const purged = statement<Pick<CardRow, "id" | "type" | "name">, [string, number]>(
      `SELECT id, type, name FROM cards WHERE archived_at <= ? AND status = 'ARCHIVED'
       ORDER BY archived_at, seq DESC LIMIT ?`,
    ).all(archivedBefore, BATCH);
    const ids = idsOf(purged);
    moveChildren(author, ids, null, ids);
    publishCards(author, "card.deleted", purged);
    deleteRows(ids);
    return ids.length;
  });
}

/**
 * Deletes the cards that have been archived for longer than the setting `archiveRetentionDays` (0: never). Remaining
 * children become roots. Each run publishes its events in one batch without an author; nobody is notified.
 * @param isOver whether the server is stopping; the remaining cards are left to the next run
 */
export async function purgeArchivedCards(isOver: () => boolean = () => false): Promise<void> {
  const days = generalSettings().archiveRetentionDays;
  if (!(days > 0)) return;
  const before = fromNow(-days * DAY);
  const author = program("archived-card-purge");
  while ((await inTurn(() => purgeBatch(author, before))) === BATCH && !isOver()) await Bun.sleep(0);
}
