/** The fields that the audience of a survey can be filtered by. */
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useListedFields } from "../../cards/listed-fields";
import type { FilterableField } from "../../filters/field";
import { labelOf, useTypes } from "../../metamodel/queries";
import { ROLE, TAG } from "../../surveys/audience";
import { tagGroupsQuery } from "../../tags/queries";

/** Gives the role, the tags and the attributes of a type of cards. */
export function useAudienceFields(typeKey: string): FilterableField[] {
  const { t } = useLingui();
  const type = useTypes().get(typeKey);
  const { data: groups = [] } = useQuery(tagGroupsQuery);
  const listed = useListedFields(typeKey);
  const fits = groups.filter(({ restrict_to_types: only }) => !only || only.length === 0 || only.includes(typeKey));
  return [
    {
      name: ROLE,
      label: t`Role`,
      choices: (type?.stakeholder_roles ?? []).map((role) => ({ value: role.key, label: labelOf(role) })),
      isNumber: false,
      isPlain: true,
    },
    {
      name: TAG,
      label: t`Tag`,
      choices: fits.flatMap(({ name, tags }) => tags.map((tag) => ({ value: tag.id, label: `${name}: ${tag.name}` }))),
      isNumber: false,
      isPlain: true,
    },
    ...listed
      .filter(({ field }) => field !== undefined)
      .map(({ condition, label, kind, values = [] }) => ({
        name: condition,
        label,
        choices: values,
        isNumber: kind === "number" || kind === "cost",
      })),
  ];
}
