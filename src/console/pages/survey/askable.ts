/** The fields of a type of cards that a survey can ask about, and the relations to other types. */
import { useQuery } from "@tanstack/react-query";
import { readingOf } from "../../cards/related";
import { fieldsOf, type RelationType, relationTypesQuery } from "../../metamodel/fields";
import { type CardType, labelOf, useTypes } from "../../metamodel/queries";
import { useMay } from "../../server/session";
import type { SurveyField } from "../../surveys/queries";

/** Returns the attributes of a type as fields of a survey; what is calculated isn't asked. */
const attributesOf = (type: CardType, seesCosts: boolean): SurveyField[] =>
  type.fields_schema.flatMap(({ section, fields }) =>
    fields
      .filter((field) => !field.hidden && !field.readonly && (seesCosts || field.type !== "cost"))
      .filter((field) => fieldsOf(type).includes(field))
      .map(({ key, label, type: kind, options, translations }) => ({
        key,
        section,
        label,
        type: kind,
        action: "maintain",
        ...(translations && { translations }),
        ...(options && {
          options: options
            .filter(({ hidden }) => !hidden)
            .map((one) => ({
              key: one.key,
              label: one.label,
              ...(one.translations && { translations: one.translations }),
            })),
        }),
      })),
  );

/** Returns the relations of a type as fields of a survey, by what they mean read from its cards. */
const relationsOf = (
  type: CardType,
  relationTypes: readonly RelationType[],
  types: ReadonlyMap<string, CardType>,
): SurveyField[] =>
  relationTypes.flatMap((relation) =>
    (["outgoing", "incoming"] as const).flatMap((direction): SurveyField[] => {
      const isOutgoing = direction === "outgoing";
      const [near, far] = isOutgoing
        ? [relation.source_type_key, relation.target_type_key]
        : [relation.target_type_key, relation.source_type_key];
      const other = types.get(far);
      if (near !== type.key || !other) return [];
      return [
        {
          key: `rel:${relation.key}:${direction}`,
          label: `${readingOf(relation, isOutgoing ? "source" : "target")} ${labelOf(other)}`,
          action: "maintain",
          kind: "relation",
          relation_type_key: relation.key,
          direction,
          related_type_key: far,
        },
      ];
    }),
  );

/** Gives all that a survey can ask about cards of a type. */
export function useAskable(typeKey: string): readonly SurveyField[] {
  const types = useTypes();
  const seesCosts = useMay("costs.view");
  const { data: relationTypes = [] } = useQuery(relationTypesQuery);
  const type = types.get(typeKey);
  return type ? [...attributesOf(type, seesCosts), ...relationsOf(type, relationTypes, types)] : [];
}
