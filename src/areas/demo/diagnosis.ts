/** The finding about the published password of the demo. */
import { statement } from "../../../db";
import { passwordMatches } from "../../core/access/passwords";
import { type Finding, fine, warning } from "../../core/diagnostics/finding";
import { DEMO } from "./administrator";

/** Looks whether the administrator of the demo still has the published password. */
export async function examineDemo(): Promise<Finding> {
  const row = statement<{ password_hash: string | null }>(
    "SELECT password_hash FROM users WHERE email = ? AND is_active = 1",
  ).get(DEMO.email);
  return row && (await passwordMatches(DEMO.password, row.password_hash))
    ? warning(
        "demo password",
        "The administrator of the demo has the published password.",
        "Change it, or deactivate the account, before others can reach this server.",
      )
    : fine("demo password", "No administrator has the published password of the demo.");
}
