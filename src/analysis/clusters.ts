/** Clusters of duplicates: members that pairs connect, and that no version or the like keeps apart. */
import type { Pair } from "./duplicates";
import type { Thing } from "./evidence";
import { areNamesApart } from "./name-similarity";
import { type Name, nameOf } from "./names";

/** A cluster: the places of its members, and its pairs, the best first. */
export type Cluster = { members: number[]; score: number; pairs: Pair[] };

/** Members of each of two clusters that are compared before both become one. */
const MAX_COMPARED = 50;

/** Connects pairs, the best first, to clusters. */
class Clustering {
  private readonly clusterOf = new Map<number, Cluster>();
  private readonly names = new Map<number, Name>();

  constructor(private readonly things: readonly Thing[]) {}

  private nameAt(place: number): Name {
    const name = this.names.get(place) ?? nameOf((this.things[place] as Thing).name);
    this.names.set(place, name);
    return name;
  }

  private clusterAt(place: number): Cluster {
    const cluster = this.clusterOf.get(place) ?? { members: [place], score: 0, pairs: [] };
    this.clusterOf.set(place, cluster);
    return cluster;
  }

  private areApart(one: Cluster, other: Cluster): boolean {
    const others = other.members.slice(0, MAX_COMPARED).map((place) => this.nameAt(place));
    return one.members
      .slice(0, MAX_COMPARED)
      .some((place) => others.some((name) => areNamesApart(this.nameAt(place), name)));
  }

  connect(pair: Pair): void {
    const one = this.clusterAt(pair.one);
    const other = this.clusterAt(pair.other);
    if (one === other) {
      one.pairs.push(pair);
      return;
    }
    if (this.areApart(one, other)) return;
    const [large, small] = one.members.length >= other.members.length ? [one, other] : [other, one];
    large.members.push(...small.members);
    large.pairs.push(...small.pairs, pair);
    for (const member of small.members) this.clusterOf.set(member, large);
  }

  clusters(): Cluster[] {
    return [...new Set(this.clusterOf.values())].filter(({ members }) => members.length > 1);
  }
}

/**
 * Connects pairs to clusters, the best first.
 * @param pairs the best first
 */
export function clustersOf(things: readonly Thing[], pairs: readonly Pair[]): Cluster[] {
  const clustering = new Clustering(things);
  for (const pair of pairs) clustering.connect(pair);
  const clusters = clustering.clusters();
  for (const cluster of clusters) {
    cluster.members.sort((a, b) => a - b);
    cluster.pairs.sort((a, b) => b.score - a.score || a.one - b.one || a.other - b.other);
    cluster.score = cluster.pairs.reduce((sum, { score }) => sum + score, 0) / cluster.pairs.length;
  }
  return clusters.sort((a, b) => b.score - a.score || (a.members[0] as number) - (b.members[0] as number));
}
