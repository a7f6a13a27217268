/** The people in the records of initiatives. */
import { findUser } from "../../core/access/accounts";
import { invalid } from "../../http/errors";

/** Returns SQL for the name of the user that an alias stands for: the display name, else the e-mail address. */
export const nameSql = (alias: string): string => `coalesce(nullif(${alias}.display_name, ''), ${alias}.email)`;

/**
 * Requires that a user who is given exists.
 * @param field the field of the body with the user's id
 * @throws Problem 422 naming the field
 */
export function requireUser(field: string, id: string | null | undefined): void {
  if (id && !findUser(id)) throw invalid(["body", field], "must be the id of a user", "value_error", id);
}
