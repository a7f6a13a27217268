/** /api/health, and whether the server is ready */
import { z } from "zod";
import { replicationState } from "../../../db/replication";
import { get, type Operation } from "../../core/api/operation";
import { namedObject } from "../../http/schemas";
import { findCommit, VERSION } from "../../version";
import { readiness } from "./readiness";

const Health = namedObject("Health", {
  status: z.literal("ok"),
  version: z.string(),
  commit: z.string().nullable().meta({ description: "The commit of the sources; null when it is unknown" }),
  replication: z.enum(["ok", "behind"]).optional().meta({
    description: "Whether changes reach the second place; `behind` while they are refused. Absent without one",
  }),
});

function replicationHealth(): { replication?: "ok" | "behind" } {
  const state = replicationState();
  return state ? { replication: state.lag ? "behind" : "ok" } : {};
}

const ReadinessCheck = namedObject("ReadinessCheck", {
  check: z.string().meta({ description: "The thing that was looked at", examples: ["database"] }),
  state: z.enum(["ok", "warning", "problem"]).meta({
    description: "With a problem people can't work now; a warning can wait until somebody looks",
  }),
  finding: z.string().nullable().meta({ description: "A sentence about how it is; null without admin.settings" }),
  advice: z.string().nullable().meta({ description: "What to do about it; null also without admin.settings" }),
});

const Readiness = namedObject("Readiness", {
  status: z.enum(["ready", "unready"]),
  checks: ReadinessCheck.array(),
});

/** Outside /api/v1, because monitoring calls them often; the first without database access. */
export const operations: readonly Operation[] = [
  get(
    "/api/health",
    "Whether the server is up, its version and its commit",
    { permission: "public", answer: Health },
    () => ({
      status: "ok" as const,
      version: VERSION,
      commit: findCommit(),
      ...replicationHealth(),
    }),
  ),
  get(
    "/api/health/ready",
    "Whether people can work now, and what is wrong",
    {
      own: true,
      permission: "public",
      description:
        "503 with the same fields, and a `detail`, while a check is a problem. Whoever may change settings sees sentences; everybody else sees names and states alone.",
      operationId: "getReadiness",
      answer: Readiness,
      refusals: [503],
    },
    ({ request }) => readiness(request),
  ),
];
