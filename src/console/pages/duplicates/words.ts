/** The words of duplicates, in the language of the page. */
import { t } from "@lingui/core/macro";
import type { ClusterStatus } from "../../analysis/changes";
import type { Cluster } from "../../analysis/queries";

/** The decisions in the order of the page. */
export const STATUSES = ["pending", "confirmed", "investigating", "dismissed"] as const;

/** Returns the words of the lists of clusters. */
export const statusWords = (): Record<ClusterStatus, string> => ({
  pending: t`To decide`,
  confirmed: t`Confirmed`,
  investigating: t`Looked into`,
  dismissed: t`Dismissed`,
});

/** Returns the score of a cluster from 0 to 100; undefined where a model has given none. */
export const scoreOf = ({ score }: Cluster): number | undefined =>
  score === null ? undefined : Math.round(score * 100);

/** Returns how many clusters have each status. */
export const counted = (clusters: readonly Cluster[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { status } of clusters) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};
