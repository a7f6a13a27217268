/** The fields that a list of cards can show, sort, filter and count by: the names of the API with their labels. */
import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { type Field, fieldsOf, type RelationType, relationTypesQuery, toneOf } from "../metamodel/fields";
import { type CardType, labelOf, useTypes } from "../metamodel/queries";
import type { Schemas } from "../server/client";
import { useMay } from "../server/session";
import { tagGroupsQuery } from "../tags/queries";

export type ListedField = {
  /** Its name in `fields`, `where` and `facets`. */
  name: string;
  label: string;
  kind: "options" | "number" | "cost" | "day" | "text" | "boolean" | "cards" | "people" | "tags" | "life" | "quality";
  /** The field of the metamodel, of an attribute. */
  field?: Field;
  /** The name that `where` has it by. */
  condition: string;
  sort?: string;
  /** The name of the facet that counts by it. */
  facet?: string;
  /** The name of its histogram. */
  histogram?: string;
  /** The values that it may have, as far as they are known beforehand. */
  values?: readonly { value: string; label: string }[];
};

const KINDS: Record<string, ListedField["kind"]> = {
  single_select: "options",
  multiple_select: "options",
  number: "number",
  cost: "cost",
  date: "day",
  boolean: "boolean",
};

function ofAttribute(field: Field): ListedField {
  const name = `attributes.${field.key}`;
  const kind = KINDS[field.type] ?? "text";
  const isNumber = kind === "number" || kind === "cost";
  return {
    name,
    label: labelOf(field),
    kind,
    field,
    condition: field.key,
    sort: name,
    ...(kind === "options" || kind === "boolean" ? { facet: name } : {}),
    ...(isNumber || kind === "day" ? { histogram: `${name}:histogram` } : {}),
    ...(kind === "options" && {
      values: (field.options ?? [])
        .filter(({ hidden }) => !hidden)
        .map((one) => ({ value: one.key, label: labelOf(one) })),
    }),
    ...(kind === "boolean" && {
      values: [
        { value: "true", label: t`Yes` },
        { value: "false", label: t`No` },
      ],
    }),
  };
}

/** Returns the name by which an end of a relation type is listed, seen from a card type, and its label. */
function ofRelation(relation: RelationType, type: CardType, types: ReadonlyMap<string, CardType>): ListedField[] {
  const ends = [
    { at: relation.source_type_key, other: relation.target_type_key, prefix: "relation" },
    { at: relation.target_type_key, other: relation.source_type_key, prefix: "reverse" },
  ];
  return ends
    .filter(({ at, other }) => at === type.key && types.has(other))
    .map(({ other, prefix }) => {
      const name = `${prefix}.${relation.key}`;
      return {
        name,
        label: labelOf(types.get(other) as CardType),
        kind: "cards",
        condition: name,
        facet: name,
      } as const;
    });
}

/** Returns the columns that cards of all types have. */
const common = (): ListedField[] => [
  { name: "lifecycle", label: t`Life cycle`, kind: "life", condition: "phase", facet: "phase", values: phases() },
  {
    name: "data_quality",
    label: t`Quality`,
    kind: "quality",
    condition: "data_quality",
    sort: "data_quality",
    histogram: "data_quality:histogram",
  },
  {
    name: "approval_status",
    label: t`Approval`,
    kind: "options",
    condition: "approval_status",
    sort: "approval_status",
    facet: "approval_status",
    values: approvals(),
  },
  {
    name: "lifecycle.endOfLife",
    label: t`End of life`,
    kind: "day",
    condition: "lifecycle.endOfLife",
    sort: "lifecycle.endOfLife",
    histogram: "lifecycle.endOfLife:histogram",
  },
  { name: "parent", label: t`Parent`, kind: "cards", condition: "parent", facet: "parent" },
  {
    name: "updated_at",
    label: t`Changed`,
    kind: "day",
    condition: "updated_at",
    sort: "updated_at",
    histogram: "updated_at:histogram",
  },
  {
    name: "created_at",
    label: t`Made`,
    kind: "day",
    condition: "created_at",
    sort: "created_at",
    histogram: "created_at:histogram",
  },
  { name: "stakeholder", label: t`People`, kind: "people", condition: "stakeholder", facet: "stakeholder" },
  { name: "description", label: t`Description`, kind: "text", condition: "description" },
  { name: "external_id", label: t`External id`, kind: "text", condition: "external_id" },
];

/** Returns the approval statuses with their words. */
export const approvals = () => [
  { value: "DRAFT", label: t`Draft` },
  { value: "APPROVED", label: t`Approved` },
  { value: "BROKEN", label: t`Broken` },
  { value: "REJECTED", label: t`Rejected` },
];

/** Returns the phases of a life with their words. */
export const phases = () => [
  { value: "plan", label: t`Plan` },
  { value: "phaseIn", label: t`Phase in` },
  { value: "active", label: t`Active` },
  { value: "phaseOut", label: t`Phase out` },
  { value: "endOfLife", label: t`End of life` },
];

type TagGroup = Schemas["TagGroup"];
type Metamodel = {
  type: CardType | undefined;
  types: ReadonlyMap<string, CardType>;
  relationTypes: readonly RelationType[];
  tagGroups: readonly TagGroup[];
  seesCosts: boolean;
};

/** Returns the fields that a list of one type, or of all types, can show; the most wanted first. */
export function listedFields({ type, types, relationTypes, tagGroups, seesCosts }: Metamodel): ListedField[] {
  const tags = tagGroups
    .filter(({ restrict_to_types }) => !restrict_to_types?.length || !type || restrict_to_types.includes(type.key))
    .map(
      (group): ListedField => ({
        name: `tag.${group.id}`,
        label: group.name,
        kind: "tags",
        condition: `tag.${group.id}`,
        facet: `tag.${group.id}`,
        values: group.tags.map(({ id, name }) => ({ value: id, label: name })),
      }),
    );
  if (!type) {
    const values = [...types.values()].map((one) => ({ value: one.key, label: labelOf(one) }));
    return [
      { name: "type", label: t`Type`, kind: "options", condition: "type", sort: "type", facet: "type", values },
      ...common(),
      ...tags,
    ];
  }
  const attributes = fieldsOf(type)
    .filter((field) => seesCosts || field.type !== "cost")
    .map(ofAttribute);
  const subtypes: ListedField[] =
    type.subtypes.length > 0
      ? [
          {
            name: "subtype",
            label: t`Subtype`,
            kind: "options",
            condition: "subtype",
            sort: "subtype",
            facet: "subtype",
            values: type.subtypes.map((one) => ({ value: one.key, label: labelOf(one) })),
          },
        ]
      : [];
  const roles = type.stakeholder_roles.map(
    (role): ListedField => ({
      name: `stakeholder.${role.key}`,
      label: labelOf(role),
      kind: "people",
      condition: `stakeholder.${role.key}`,
      facet: `stakeholder.${role.key}`,
    }),
  );
  const relations = relationTypes.flatMap((relation) => ofRelation(relation, type, types));
  return [...common().slice(0, 3), ...subtypes, ...attributes, ...relations, ...roles, ...tags, ...common().slice(3)];
}

/** Gives the fields that a list of cards can show, in the language of the page. @param typeKey the one type of the list */
export function useListedFields(typeKey: string | undefined): ListedField[] {
  const types = useTypes();
  const { data: relationTypes = [] } = useQuery({ ...relationTypesQuery, enabled: typeKey !== undefined });
  const { data: tagGroups = [] } = useQuery(tagGroupsQuery);
  const seesCosts = useMay("costs.view");
  return listedFields({ type: types.get(typeKey ?? ""), types, relationTypes, tagGroups, seesCosts });
}

/** Relations to organizations say who a card belongs to. */
const OWNER = /^(relation|reverse)\.relOrg/;

/** Returns the columns that a list begins with. */
export function defaultColumns(fields: readonly ListedField[]): string[] {
  const first = (test: (field: ListedField) => boolean) => fields.find(test)?.name;
  return [
    ...(fields[0]?.name === "type" ? ["type"] : []),
    "lifecycle",
    first(({ kind, field }) => kind === "options" && field?.required === true) ??
      first(({ kind, field }) => kind === "options" && field !== undefined),
    first(({ name }) => OWNER.test(name)),
    first(({ name }) => name === "stakeholder.responsible"),
    first(({ kind }) => kind === "cost"),
    "data_quality",
  ].filter((name) => name !== undefined);
}

/** Columns that a list shows in addition where there is room: judgements and choices first, then figures. */
const MAX_FURTHER = { options: 5, number: 2 };

/** Checks whether the options of a field are good or bad. */
const isJudged = ({ field }: ListedField): boolean =>
  field?.options?.some(({ key }) => toneOf(field, key) !== undefined) === true;

/** Returns the columns that a list shows in addition to its usual ones where there is room. */
export function furtherColumns(fields: readonly ListedField[], usual: readonly string[]): string[] {
  const others = fields
    .filter(({ field, name }) => field && !field.readonly && !usual.includes(name))
    .toSorted((one, other) => Number(isJudged(other)) - Number(isJudged(one)));
  const ofKind = (kind: keyof typeof MAX_FURTHER) =>
    others.filter((field) => field.kind === kind).slice(0, MAX_FURTHER[kind]);
  return [...ofKind("options"), ...ofKind("number")].map(({ name }) => name);
}
