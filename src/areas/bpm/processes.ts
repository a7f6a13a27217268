/** The processes that have models: active cards of type BusinessProcess. */
import { statement } from "../../../db";
import { found } from "../../http/errors";

export type Process = { id: string; seq: number; name: string };

/**
 * Finds an active process; an archived one hides all of its models.
 * @throws Problem 404
 */
export const requireProcess = (id: string): Process =>
  found(
    statement<Process, [string]>(
      "SELECT id, seq, name FROM cards WHERE id = ? AND type = 'BusinessProcess' AND status = 'ACTIVE'",
    ).get(id),
    "Business process",
  );
