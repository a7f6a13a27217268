/** The readiness of the server as it is shown: in names and states for everybody, in sentences for administrators. */
import { may } from "../../core/access/actor";
import { authenticate, presentedToken } from "../../core/access/guard";
import { diagnosedConfig } from "../../core/diagnostics/diagnose";
import type { Finding } from "../../core/diagnostics/finding";
import { examineReadiness } from "../../core/diagnostics/readiness";
import { Problem } from "../../http/errors";

/** Checks whether a request comes from somebody who may see the sentences. Nobody is refused: monitoring has no account. */
async function seesSentences(request: Request): Promise<boolean> {
  if (presentedToken(request) === undefined) return false;
  try {
    return may(await authenticate(request), "admin.settings");
  } catch {
    // The token is no good, or the database can't be read, which is what is to be shown.
    return false;
  }
}

const withoutSentences = ({ check, state }: Finding) => ({ check, state, finding: null, advice: null });

/**
 * Returns what was looked at, with its states.
 * @throws Problem 503 with the same fields while there is a problem
 */
export async function readiness(request: Request) {
  const findings = examineReadiness(diagnosedConfig());
  const checks = (await seesSentences(request)) ? findings : findings.map(withoutSentences);
  const problems = findings.filter(({ state }) => state === "problem").map(({ check }) => check);
  if (problems.length === 0) return { status: "ready" as const, checks };
  throw new Problem(503, `Not ready: ${problems.join(", ")}`, { "Retry-After": "5" }, { status: "unready", checks });
}
