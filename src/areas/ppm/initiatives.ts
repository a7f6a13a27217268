/** The initiatives that everything here belongs to: cards of type Initiative, in any status. */
import { statement } from "../../../db";
import { found } from "../../http/errors";

/** The card type of initiatives. */
export const INITIATIVE = "Initiative";

export type Initiative = { id: string; name: string };

/**
 * Finds an initiative.
 * @throws Problem 404 when there is no card, or one of another type
 */
export const requireInitiative = (id: string): Initiative =>
  found(
    statement<Initiative, [string, string]>("SELECT id, name FROM cards WHERE id = ? AND type = ?").get(id, INITIATIVE),
    "Initiative",
  );
