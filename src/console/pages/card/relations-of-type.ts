/** The relations that cards of a type can have, and what the line that relates offers. */
import { readingOf } from "../../cards/related";
import type { RelationType } from "../../metamodel/fields";

/** A relation that a card can have, read from the card. */
export type PossibleRelation = {
  key: string;
  relation_type: string;
  side: "source" | "target";
  reading: string;
  otherType: string;
};

/** A choice: a card that is there, or one that is made. */
export type RelateChoice =
  | { kind: "card"; card: { id: string; name: string }; relation: PossibleRelation }
  | { kind: "make"; name: string; relation: PossibleRelation };

const keyOf = (relationType: string, side: string) => `${side} ${relationType}`;

/** Returns the relations of a type in the order of the metamodel; those between cards of one type in both directions. */
export const possibleRelations = (type: string, relationTypes: readonly RelationType[]): PossibleRelation[] =>
  relationTypes.flatMap((relation) => {
    const { key, source_type_key: source, target_type_key: target } = relation;
    const from = { side: "source" as const, otherType: target, isMine: source === type };
    const to = { side: "target" as const, otherType: source, isMine: target === type };
    return [from, to]
      .filter(({ isMine }) => isMine)
      .map(({ side, otherType }) => ({
        key: keyOf(key, side),
        relation_type: key,
        side,
        reading: readingOf(relation, side),
        otherType,
      }));
  });

/** Returns a relation read from its other end, when the card can be there, too. */
export const turned = (
  { relation_type, side }: PossibleRelation,
  possible: readonly PossibleRelation[],
): PossibleRelation | undefined =>
  possible.find(({ key }) => key === keyOf(relation_type, side === "source" ? "target" : "source"));

/** Returns one of the relations by its type and end. */
export const relationFor = (
  possible: readonly PossibleRelation[],
  relationType: string,
  side: string,
): PossibleRelation | undefined => possible.find(({ key }) => key === keyOf(relationType, side));
