/** The settings of the page of costs: the type, the cost, the groups and the lens of its address, or the first there are. */
import { useQuery } from "@tanstack/react-query";
import { fieldsOf, relationTypesQuery } from "../../metamodel/fields";
import { type CardType, labelOf, useTypes } from "../../metamodel/queries";
import { tagGroupsQuery } from "../../tags/queries";
import { endsLens, fitField, fitLens, type Lens, type Shade, usersField, usersLens } from "./lens";
import type { CostItem } from "./queries";

const APPLICATION = "Application";
export const NO_GROUP = "none";

/** Returns the costs of a type. */
export const costsOf = (type: CardType | undefined) => fieldsOf(type).filter((field) => field.type === "cost");

export type Grouping = { value: string; label: string };

/**
 * Gives what cards of a type can be grouped by: the tag groups that it may have first, then the types it is related to.
 * `isGrouped` says that this is known, or never will be.
 */
function useGroupings(type: CardType | undefined, types: ReadonlyMap<string, CardType>) {
  const { data: tagGroups = [], isPending: isReadingTags } = useQuery(tagGroupsQuery);
  const { data: relationTypes = [], isPending: isReadingRelations } = useQuery(relationTypesQuery);
  const isGrouped = !isReadingTags && !isReadingRelations;
  if (!type) return { isGrouped, groupings: [] };
  const tags = tagGroups
    .filter(({ restrict_to_types: only, tags }) => tags.length > 0 && (!only?.length || only.includes(type.key)))
    .map(({ id, name }) => ({ value: `tag.${id}`, label: name }));
  const others = relationTypes.flatMap(({ source_type_key: source, target_type_key: target }) =>
    source === type.key ? [target] : target === type.key ? [source] : [],
  );
  const related = [...types.values()].filter(({ key }) => key !== type.key && others.includes(key));
  const groupings: Grouping[] = [...tags, ...related.map((one) => ({ value: one.key, label: labelOf(one) }))];
  return { isGrouped, groupings };
}

/** Gives the settings of the page. */
export function useCostSettings(search: {
  type?: string | undefined;
  field?: string | undefined;
  group?: string | undefined;
}) {
  const types = useTypes();
  const withCosts = [...types.values()].filter((type) => costsOf(type).length > 0);
  const type = withCosts.find(({ key }) => key === (search.type ?? APPLICATION)) ?? withCosts[0];
  const fields = costsOf(type);
  const { groupings, isGrouped } = useGroupings(type, types);
  const wanted = search.group ?? groupings.find(({ value }) => value.startsWith("tag."))?.value ?? NO_GROUP;
  return {
    type,
    withCosts,
    fields,
    field: fields.find(({ key }) => key === search.field) ?? fields.find(({ key }) => /total/i.test(key)) ?? fields[0],
    groupings,
    isGrouped,
    grouping: groupings.find(({ value }) => value === wanted),
  };
}

/** Returns the lens of a shade; undefined when the type has no field for it. */
export function lensOf(shade: Shade, type: CardType | undefined, items: readonly CostItem[]): Lens | undefined {
  const [users, fit] = [usersField(type), fitField(type)];
  if (shade === "users") return users && usersLens(items, users);
  if (shade === "fit") return fit && fitLens(fit, labelOf(fit));
  return endsLens(new Date().toISOString().slice(0, 10));
}
