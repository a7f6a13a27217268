/** Confirmed duplicates as a plan: which application stays, and which it replaces. */
import { inList, listOf, statement } from "../../../../db";
import { APPLICATION } from "../landscape";

/** The application that stays, and those that it is to replace. */
export type Consolidation = { keep: string; retire: string[] };

type Cluster = { cluster_name: string; card_ids: string };
type Card = { id: string; name: string };

/** Confirmed clusters that are looked through, the latest first. */
const MAX_CLUSTERS = 500;
/** Consolidations that a requirement is answered with. */
const MOST = 2;

/** Lists the confirmed clusters of applications, with those of their cards that are still there. */
function listClusters(): { name: string; cards: Card[] }[] {
  const clusters = statement<Cluster>(
    `SELECT cluster_name, card_ids FROM turbolens_duplicate_clusters
     WHERE status = 'confirmed' AND card_type = ? ORDER BY analysed_at DESC, seq LIMIT ${MAX_CLUSTERS}`,
  ).all(APPLICATION);
  const members = clusters.map(({ card_ids }) => JSON.parse(card_ids) as string[]);
  const cards = new Map(
    statement<Card>(`SELECT id, name FROM cards WHERE ${inList("id")} AND status = 'ACTIVE'`)
      .all(listOf(members.flat()))
      .map((card) => [card.id, card]),
  );
  return clusters.map(({ cluster_name: name }, at) => ({
    name,
    cards: (members[at] as string[]).flatMap((id) => cards.get(id) ?? []),
  }));
}

/**
 * Returns the consolidations that a requirement is about: one of the applications is named in it, or supports what was
 * chosen. The application that its cluster is named after stays.
 * @param supporting ids of the applications that support what was chosen
 */
export function consolidationsFor(requirement: string, supporting: ReadonlySet<string>): Consolidation[] {
  const text = requirement.toLowerCase();
  const concerns = ({ id, name }: Card) => supporting.has(id) || text.includes(name.toLowerCase());
  return listClusters()
    .filter(({ cards }) => cards.length > 1 && cards.some(concerns))
    .slice(0, MOST)
    .map(({ name, cards }) => {
      const keep = cards.find((card) => card.name === name) ?? (cards[0] as Card);
      return { keep: keep.name, retire: cards.filter((card) => card !== keep).map((card) => card.name) };
    });
}
