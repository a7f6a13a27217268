/** /api/health */
import { z } from "zod";
import { replicationState } from "../../../db/replication";
import { get, type Operation } from "../../core/api/operation";
import { namedObject } from "../../http/schemas";
import { findCommit, VERSION } from "../../version";

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

/** Outside /api/v1 and without database access, because monitoring calls it often. */
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
];
