/** The initiatives that everything here belongs to: cards of type Initiative, in any status. */
import { statement } from "../../../db";
import { notFound } from "../../http/errors";

/** The card type of initiatives. */
export const INITIATIVE = "Initiative";

export type Initiative = { id: string; name: string };

/**
 * Finds an initiative.
 * @throws Problem 404 when there is no card, or one of another type
 */
export function requireInitiative(id: string): Initiative {
  const initiative = statement<Initiative, [string, string]>(
    "SELECT id, name FROM cards WHERE id = ? AND type = ?",
  ).get(id, INITIATIVE);
  if (!initiative) throw notFound("Initiative");
  return initiative;
}
