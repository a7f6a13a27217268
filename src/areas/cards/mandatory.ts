/** What a card must have before it can be approved: relations and tags that the metamodel calls mandatory. */
import { cached, statement } from "../../../db";
import { type MandatorySide, mandatorySidesOf } from "../metamodel";
import type { CardRow } from "./rows";

type MandatoryGroup = { id: string; name: string; types: string[] };

/** The mandatory tag groups that have tags. Dropped by whatever changes tag groups or tags. */
export const mandatoryGroups = cached((): MandatoryGroup[] =>
  statement<{ id: string; name: string; restrict_to_types: string | null }>(
    `SELECT id, name, restrict_to_types FROM tag_groups g
     WHERE mandatory = 1 AND EXISTS (SELECT 1 FROM tags WHERE tag_group_id = g.id) ORDER BY name, id`,
  )
    .all()
    .map(({ id, name, restrict_to_types }) => ({
      id,
      name,
      types: (JSON.parse(restrict_to_types ?? "[]") as string[] | null) ?? [],
    })),
);

/** The mandatory tag groups that apply to cards of a type. */
export const mandatoryTagGroups = (type: string): { id: string; name: string }[] =>
  mandatoryGroups()
    .filter((group) => group.types.length === 0 || group.types.includes(type))
    .map(({ id, name }) => ({ id, name }));

/** What a card lacks: the sides of mandatory relations, and the mandatory tag groups. */
export function missingMandatory(card: Pick<CardRow, "id" | "type">): {
  relations: MandatorySide[];
  tagGroups: { id: string; name: string }[];
} {
  const relationTypes = (column: "source_id" | "target_id") =>
    new Set(
      statement<{ type: string }, [string]>(`SELECT DISTINCT type FROM relations WHERE ${column} = ?`)
        .all(card.id)
        .map((row) => row.type),
    );
  const sides = mandatorySidesOf(card.type);
  const outgoing = sides.length > 0 ? relationTypes("source_id") : new Set<string>();
  const incoming = sides.length > 0 ? relationTypes("target_id") : new Set<string>();
  const groups = mandatoryTagGroups(card.type);
  const tagged = new Set(
    groups.length === 0
      ? []
      : statement<{ id: string }, [string]>(
          "SELECT DISTINCT t.tag_group_id AS id FROM card_tags ct JOIN tags t ON t.id = ct.tag_id WHERE ct.card_id = ?",
        )
          .all(card.id)
          .map((row) => row.id),
  );
  return {
    relations: sides.filter(({ side, key }) => !(side === "source" ? outgoing : incoming).has(key)),
    tagGroups: groups.filter((group) => !tagged.has(group.id)),
  };
}
