/** The relations of a card by what they mean, read from the card. */
import { i18n } from "@lingui/core";
import type { RelationType } from "../metamodel/fields";
import type { CardType } from "../metamodel/queries";
import type { Schemas } from "../server/client";

export type Relation = Schemas["Relation"];

/** A card at the other end of a relation. */
export type RelatedCard = { relation: Relation; id: string; name: string; type: string };

/** Relations of one type in one direction. */
export type RelatedGroup = {
  key: string;
  /** As it reads from the card, such as "Supports". */
  label: string;
  relationType: RelationType | undefined;
  /** The type of the cards at the other end. */
  otherType: string;
  members: RelatedCard[];
};

const capitalised = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** Returns the words of a relation type as it reads from one of its ends, in the language of the page. */
export function readingOf(type: RelationType, side: "source" | "target"): string {
  const property = side === "source" ? "label" : "reverse_label";
  const own = type.translations[property]?.[i18n.locale];
  return capitalised(own || type[property] || type.label);
}

/** Returns the relations of a card in groups, in the order of the metamodel; the members by name. */
export function relatedGroups(
  cardId: string,
  relations: readonly Relation[],
  relationTypes: readonly RelationType[],
): RelatedGroup[] {
  const byKey = new Map(relationTypes.map((type, at) => [type.key, { type, at }]));
  const groups = new Map<string, RelatedGroup>();
  for (const relation of relations) {
    const side = relation.source_id === cardId ? "source" : "target";
    const other = side === "source" ? relation.target : relation.source;
    if (!other) continue;
    const key = `${side} ${relation.type}`;
    const known = byKey.get(relation.type)?.type;
    const group = groups.get(key) ?? {
      key,
      label: known ? readingOf(known, side) : relation.type,
      relationType: known,
      otherType: other.type,
      members: [],
    };
    group.members.push({ relation, ...other });
    groups.set(key, group);
  }
  const placeOf = ({ relationType }: RelatedGroup) => byKey.get(relationType?.key ?? "")?.at ?? relationTypes.length;
  return [...groups.values()]
    .sort((left, right) => placeOf(left) - placeOf(right))
    .map((group) => ({ ...group, members: group.members.sort((left, right) => left.name.localeCompare(right.name)) }));
}

/** Returns the groups by the layer of the cards at the other end, in the order of the layers. */
export function byLayer(
  groups: readonly RelatedGroup[],
  types: ReadonlyMap<string, CardType>,
): { layer: string; groups: RelatedGroup[] }[] {
  const layers = [...new Set([...types.values()].map(({ category }) => category ?? ""))];
  return layers
    .map((layer) => ({
      layer,
      groups: groups.filter(({ otherType }) => (types.get(otherType)?.category ?? "") === layer),
    }))
    .filter((one) => one.groups.length > 0);
}
