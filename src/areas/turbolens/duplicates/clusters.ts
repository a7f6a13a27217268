/** Clusters of duplicates as they are stored, and what users have decided about them. */
import { desc } from "drizzle-orm";
import { db, statement, tables, transaction } from "../../../../db";
import type { ClusterStatus } from "../../../../db/schema/analyses";
import type { Actor } from "../../../core/access/actor";
import { publish } from "../../../core/journal/journal";
import { recordsOf } from "../../../core/records";
import { longStep, type StepRun } from "../../../core/runs/step";
import { progress } from "../../../core/threads/progress";
import { refused } from "../../../http/errors";
import { now } from "../../../platform/clock";
import { completeAnalysis, type Summary } from "../../analyses";
import type { FoundCluster } from "./find";
import type { DuplicateCluster } from "./model";

const { duplicateClusters } = tables;

type Row = typeof duplicateClusters.$inferSelect;

const statuses: readonly string[] = ["pending", "confirmed", "investigating", "dismissed"] satisfies ClusterStatus[];

/** Clusters of a list. */
const MAX_CLUSTERS = 5_000;

const serialize = ({ seq: _, created_at, updated_at, ...row }: Row): DuplicateCluster => row;

/** Lists the clusters, those of the latest run first, in the order of their scores. */
export const listClusters = (): DuplicateCluster[] =>
  db
    .select()
    .from(duplicateClusters)
    .orderBy(desc(duplicateClusters.analysed_at), duplicateClusters.seq)
    .limit(MAX_CLUSTERS)
    .all()
    .map(serialize);

const clusters = recordsOf(duplicateClusters, "Cluster");

/** Finds a cluster. @throws Problem 404 */
export const requireCluster = (id: string): DuplicateCluster => serialize(clusters.require(id));

/**
 * Updates what a user has decided about a cluster. Publishes `duplicate_cluster.updated` unless it was so already.
 * @throws Problem 404; 400 for an unknown status
 */
export function updateClusterStatus(actor: Actor, id: string, status: string): DuplicateCluster {
  return transaction(() => {
    const row = clusters.require(id);
    if (!statuses.includes(status)) throw refused(`status must be one of ${statuses.join(", ")}`);
    if (row.status === status) return serialize(row);
    const updated = clusters.update(row, { status: status as ClusterStatus });
    const changes = { status: { old: row.status, new: status } };
    publish(actor, { type: "duplicate_cluster.updated", data: { id, name: row.cluster_name, changes } });
    return serialize(updated);
  });
}

/**
 * Replaces the clusters that nobody has decided about, and completes the run. Clusters that somebody has decided about stay.
 * @throws Error when the run is no longer running
 */
export function saveClusters(
  { clusters: found, summary }: { clusters: FoundCluster[]; summary: Summary },
  run: StepRun,
): void {
  statement("DELETE FROM turbolens_duplicate_clusters WHERE status = 'pending'").run();
  const at = now();
  for (const [done, cluster] of found.entries()) {
    progress(done, found.length);
    clusters.create({ ...cluster, analysed_at: at });
  }
  completeAnalysis(run, { clusters: found.length, ...summary });
}

export const saveClustersStep = longStep("save duplicates", saveClusters);
