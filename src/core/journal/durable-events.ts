/** The events that can't be lost any more, for those who take them out of the database. */
import { durable, lossesSoFar } from "../../../db/durability";
import { log } from "../../platform/log";
import { newestSeq } from "./recent-events";

/**
 * Returns the number of the last event that can't be lost any more; 0 while that isn't known.
 * @param readers whoever waits for it, for the log
 */
export async function newestDurable(readers: string): Promise<number> {
  const known = newestSeq();
  try {
    await durable(lossesSoFar());
    return known;
  } catch (exception) {
    log.warn({ exception, readers }, "events wait until changes are stored");
    return 0;
  }
}
