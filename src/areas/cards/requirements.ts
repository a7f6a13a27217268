/** The requirements of the metamodel for cards: mandatory relations and tags. */
import { cached, inList, listOf, statement } from "../../../db";
import { type MandatorySide, mandatorySidesOf } from "../metamodel";

type MandatoryGroup = { id: string; name: string };

/** The mandatory tag groups that have tags, with the card types they are for. To be dropped when tags or groups change. */
export const mandatoryGroups = cached((): (MandatoryGroup & { types: string[] })[] =>
  statement<MandatoryGroup & { restrict_to_types: string | null }>(
    `SELECT id, name, restrict_to_types FROM tag_groups g
     WHERE mandatory = 1 AND EXISTS (SELECT 1 FROM tags WHERE tag_group_id = g.id) ORDER BY name, id`,
  )
    .all()
    .map(({ id, name, restrict_to_types }) => ({ id, name, types: JSON.parse(restrict_to_types ?? "null") ?? [] })),
);

/** Returns the mandatory tag groups of cards of a type. */
export const mandatoryGroupsOf = (type: string): MandatoryGroup[] =>
  mandatoryGroups()
    .filter((group) => group.types.length === 0 || group.types.includes(type))
    .map(({ id, name }) => ({ id, name }));

/** Returns functions that say whether one of the cards has a relation, a tag or a stakeholder. Each runs one query at most. */
export function contentOf(cardIds: readonly string[]) {
  const lookup = (sql: string) => {
    let pairs: Set<string> | undefined;
    const load = () =>
      new Set(
        statement<[string, string], [string]>(sql)
          .values(listOf(cardIds))
          .map((pair) => pair.join("|")),
      );
    return (cardId: string, key: string) => (pairs ??= load()).has(`${cardId}|${key}`);
  };
  const relationsAt = (end: "source_seq" | "target_seq") =>
    lookup(`SELECT DISTINCT c.id, y.key FROM cards c JOIN relations r ON r.${end} = c.seq
       JOIN relation_types y ON y.seq = r.type_seq WHERE ${inList("c.id")}`);
  const relationsFrom = relationsAt("source_seq");
  const relationsTo = relationsAt("target_seq");
  return {
    hasRelation: (cardId: string, { side, key }: Pick<MandatorySide, "side" | "key">) =>
      (side === "source" ? relationsFrom : relationsTo)(cardId, key),
    hasTagOf: lookup(
      `SELECT DISTINCT ct.card_id, t.tag_group_id FROM card_tags ct JOIN tags t ON t.id = ct.tag_id WHERE ${inList("ct.card_id")}`,
    ),
    hasStakeholder: lookup(`SELECT DISTINCT card_id, role FROM stakeholders WHERE ${inList("card_id")}`),
  };
}

/** Returns the mandatory relations and tag groups that a card lacks; undefined when it lacks none. */
export function missingRequirements(card: {
  id: string;
  type: string;
}): { missing_relations: MandatorySide[]; missing_tag_groups: MandatoryGroup[] } | undefined {
  const content = contentOf([card.id]);
  const missing_relations = mandatorySidesOf(card.type).filter((side) => !content.hasRelation(card.id, side));
  const missing_tag_groups = mandatoryGroupsOf(card.type).filter((group) => !content.hasTagOf(card.id, group.id));
  if (missing_relations.length + missing_tag_groups.length === 0) return undefined;
  return { missing_relations, missing_tag_groups };
}
