/** The members of a cluster side by side: what they are related to, what of it they share, and the risks that concern them. */
import { inList, listOf, statement } from "../../../../db";
import { profileOf, similarity } from "../../../analysis/similarity";
import { type Actor, may } from "../../../core/access/actor";
import { requireCluster } from "./clusters";
import type { ClusterComparison, ComparedLinks } from "./model";

/** Members that are compared, related cards of each that are named, and risks. */
const MAX_MEMBERS = 4;
const MAX_NAMED = 20;
const MAX_RISKS = 20;
/** Characters of descriptions that are compared. */
const MAX_COMPARED = 800;

type Member = { id: string; description: string | null };

/** Returns the members that are not archived, those with most relations first. */
const membersOf = (ids: readonly string[]): Member[] =>
  statement<Member>(
    `SELECT c.id, c.description FROM cards c WHERE ${inList("c.id")} AND c.status <> 'ARCHIVED'
     ORDER BY (SELECT count(*) FROM relations WHERE source_seq = c.seq)
       + (SELECT count(*) FROM relations WHERE target_seq = c.seq) DESC, c.name, c.seq`,
  ).all(listOf(ids));

type LinkRow = {
  member: string;
  relation_type: string;
  end: "source" | "target";
  id: string;
  name: string;
  type: string;
};

const linksAt = (own: "source" | "target", other: "source" | "target") =>
  `SELECT m.id AS member, t.key AS relation_type, t.sort_order AS place, '${own}' AS "end", o.id, o.name, o.type
   FROM cards m JOIN relations r ON r.${own}_seq = m.seq JOIN cards o ON o.seq = r.${other}_seq
   JOIN relation_types t ON t.seq = r.type_seq
   WHERE ${inList("m.id")} AND o.status <> 'ARCHIVED' AND NOT t.is_hidden`;

/** Returns the relations of some cards, by their types. */
const linkRows = (ids: readonly string[]): LinkRow[] =>
  statement<LinkRow>(`${linksAt("source", "target")} UNION ALL ${linksAt("target", "source")} ORDER BY 3, 2, 4, 6`).all(
    listOf(ids),
    listOf(ids),
  );

/** Returns what the members are related to by one type of relation, and how many of these cards several of them share. */
function comparedLinks(rows: readonly LinkRow[], members: readonly Member[]): ComparedLinks {
  const [{ relation_type, end, type }] = rows as [LinkRow];
  const byMember = members.map(({ id }) => rows.filter(({ member }) => member === id));
  const holders = Map.groupBy(rows, ({ id }) => id);
  const shared = [...holders.values()].filter((some) => new Set(some.map(({ member }) => member)).size > 1);
  return {
    relation_type,
    end,
    card_type: type,
    members: byMember.map((some) => ({
      total: some.length,
      cards: some.slice(0, MAX_NAMED).map(({ id, name, type }) => ({ id, name, type })),
    })),
    shared: shared.length,
    distinct: holders.size,
  };
}

/** Returns how alike the least alike of the descriptions are; null where one is missing. */
function likenessOf(members: readonly Member[]): number | null {
  const texts = members.map(({ description }) => description?.trim().slice(0, MAX_COMPARED) ?? "");
  if (texts.length < 2 || texts.includes("")) return null;
  const [first, ...others] = texts.map(profileOf) as [ReturnType<typeof profileOf>];
  return Math.round(100 * Math.min(...others.map((other) => similarity(first, other)))) / 100;
}

type Risks = ClusterComparison["risks"];

/** Returns the open risks that concern some cards, those that concern most of them first. */
const risksOf = (ids: readonly string[]): Risks =>
  statement<Risks[number]>(
    `SELECT r.id, r.reference, r.title, count(DISTINCT l.card_id) AS members FROM risk_cards l JOIN risks r ON r.id = l.risk_id
     WHERE ${inList("l.card_id")} AND r.status <> 'closed' GROUP BY r.id ORDER BY members DESC, r.number LIMIT ${MAX_RISKS}`,
  ).all(listOf(ids));

/** Compares the members of a cluster. @throws Problem 404 */
export function compareMembers(actor: Actor, clusterId: string): ClusterComparison {
  const all = membersOf(requireCluster(clusterId).card_ids ?? []);
  const members = all.slice(0, MAX_MEMBERS);
  const ids = members.map(({ id }) => id);
  const groups = Map.groupBy(linkRows(ids), ({ relation_type, end }) => `${relation_type} ${end}`);
  return {
    card_ids: ids,
    total: all.length,
    links: [...groups.values()].map((rows) => comparedLinks(rows, members)),
    descriptions_alike: likenessOf(members),
    risks: may(actor, "risks.view") ? risksOf(ids) : [],
  };
}
