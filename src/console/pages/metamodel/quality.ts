/** The points that make up the data quality of the cards of a type. */
import type { CardType, Field, RelationType } from "./queries";

/** The points in addition to fields, as the configuration of a type names them. */
export const OTHER_POINTS = ["description", "lifecycle", "relations", "tags", "stakeholders"] as const;
export type OtherPoint = (typeof OTHER_POINTS)[number];

const positive = (weight: unknown) => (typeof weight === "number" ? Math.max(0, weight) : 1);

/** Returns what a field weighs; 1 when nothing is said. */
export const weightOf = ({ weight = 1 }: Pick<Field, "weight">): number => Math.max(0, weight);

/** Returns what something else than a field weighs. */
export function otherWeight(type: CardType, name: OtherPoint): number {
  const weights = type.section_config["__dataQuality"] as Record<string, unknown> | null | undefined;
  return positive(weights?.[name]);
}

type Counts = { roles: number; tagGroups: number; relationTypes: readonly RelationType[] };

/** Returns the sums of the points: in fields, in roles, and in everything else. */
export function pointsOf(type: CardType, { roles, tagGroups, relationTypes }: Counts) {
  const fields = type.fields_schema.flatMap((section) => section.fields).reduce((sum, one) => sum + weightOf(one), 0);
  const inRoles = roles * otherWeight(type, "stakeholders");
  const sides = relationTypes
    .filter(({ is_hidden }) => !is_hidden)
    .flatMap((one) => [
      one.source_mandatory && one.source_type_key === type.key,
      one.target_mandatory && one.target_type_key === type.key,
    ])
    .filter(Boolean).length;
  const others =
    otherWeight(type, "description") +
    otherWeight(type, "lifecycle") +
    sides * otherWeight(type, "relations") +
    tagGroups * otherWeight(type, "tags");
  return { total: fields + inRoles + others, fields, roles: inRoles, others };
}
