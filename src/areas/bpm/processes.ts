/** The processes that have models: active cards of type BusinessProcess. */
import { statement } from "../../../db";
import { notFound } from "../../http/errors";

export type Process = { id: string; seq: number; name: string };

/**
 * Finds an active process; an archived one hides all of its models.
 * @throws Problem 404
 */
export function requireProcess(id: string): Process {
  const process = statement<Process, [string]>(
    "SELECT id, seq, name FROM cards WHERE id = ? AND type = 'BusinessProcess' AND status = 'ACTIVE'",
  ).get(id);
  if (!process) throw notFound("Business process");
  return process;
}
