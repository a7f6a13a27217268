/** Changes of analyses: starting and cancelling runs, decisions about duplicates, sessions of the wizard. */
import { t } from "@lingui/core/macro";
import { shown, toast, tryChange } from "../server/changes";
import { answered, api, type Schemas } from "../server/client";
import { cache } from "../server/queries";
import { asRefusal } from "../server/refusal";
import { type Cluster, clustersQuery, runsQuery } from "./queries";

const readRuns = () => cache.invalidateQueries({ queryKey: runsQuery.queryKey });

/** Starts an analysis, and shows a refusal as a message. @returns the id of its run; undefined when it is refused */
export async function startRun(
  send: () => Promise<{ data?: Schemas["StartedRun"]; error?: unknown; response: Response }>,
) {
  try {
    return (await answered(send())).run_id;
  } catch (error) {
    toast("failed", asRefusal(error).message);
    return undefined;
  } finally {
    await readRuns();
  }
}

/** Cancels a run; what was found before it stays. */
export async function cancelRun(run_id: string): Promise<void> {
  await tryChange({
    send: () => api.POST("/api/v1/turbolens/analysis-runs/{run_id}/cancel", { params: { path: { run_id } } }),
  });
  await readRuns();
}

/** The decisions about a cluster. */
export type ClusterStatus = "pending" | "confirmed" | "investigating" | "dismissed";

const sendStatus = (cluster_id: string, status: string) =>
  api.PATCH("/api/v1/turbolens/duplicates/{cluster_id}/status", { params: { path: { cluster_id } }, body: { status } });

/** Decides about a cluster; nothing but this mark changes. */
export const decide = ({ id, cluster_name, status: before }: Cluster, status: ClusterStatus): Promise<boolean> => {
  const sentences: Record<ClusterStatus, string> = {
    pending: t`${cluster_name}: to be decided again`,
    confirmed: t`${cluster_name}: duplicates`,
    investigating: t`${cluster_name}: looked into`,
    dismissed: t`${cluster_name}: not the same`,
  };
  return tryChange({
    sentence: sentences[status],
    show: [shown(clustersQuery, (all) => all.map((one) => (one.id === id ? { ...one, status } : one)))],
    send: () => sendStatus(id, status),
    inverse: () => sendStatus(id, before),
  });
};
