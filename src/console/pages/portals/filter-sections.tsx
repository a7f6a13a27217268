/** The limits of a portal: which cards of its type it shows. */
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { approvals } from "../../cards/listed-fields";
import { type Field, fieldsOf, optionLabel } from "../../metamodel/fields";
import { labelOf, useTypes } from "../../metamodel/queries";
import type { PortalChanges } from "../../portals/changes";
import type { Portal, PortalFilters } from "../../portals/queries";
import { tagGroupsQuery } from "../../tags/queries";
import { CheckList } from "../../ui/check-list";
import { Choice } from "../../ui/choice";
import { Section } from "../../ui/section";

type FilterProps = { portal: Portal; save: (changes: PortalChanges) => Promise<boolean> };

/** Shows which cards the portal shows: by approval, subtype, tags and attributes; all without any of these. */
export function FilterSections({ portal, save }: FilterProps) {
  const { t } = useLingui();
  const type = useTypes().get(portal.card_type);
  const { data: groups = [] } = useQuery(tagGroupsQuery);
  const filters: PortalFilters = portal.filters ?? {};
  const set = (changes: PortalFilters) => void save({ filters: { ...filters, ...changes } });
  const subtypes = type?.subtypes ?? [];
  const tags = groups
    .filter(({ restrict_to_types: only }) => !only?.length || only.includes(portal.card_type))
    .flatMap((group) => group.tags.map(({ id, name }) => ({ value: id, label: `${group.name}: ${name}` })));
  const remark = (chosen: readonly unknown[] | null | undefined) => (chosen?.length ? undefined : t`all`);
  return (
    <>
      <Section title={t`Approval`} remark={remark(filters.approval_statuses)}>
        <CheckList
          label={t`Approval`}
          options={approvals()}
          chosen={filters.approval_statuses ?? []}
          onChange={(approval_statuses) => set({ approval_statuses })}
        />
      </Section>
      {subtypes.length > 0 && (
        <Section title={t`Subtypes`} remark={remark(filters.subtypes)}>
          <CheckList
            label={t`Subtypes`}
            options={subtypes.map((one) => ({ value: one.key, label: labelOf(one) }))}
            chosen={filters.subtypes ?? []}
            onChange={(next) => set({ subtypes: next })}
          />
        </Section>
      )}
      {tags.length > 0 && (
        <Section title={t`Tags`} remark={remark(filters.tag_ids)}>
          <CheckList
            label={t`Tags`}
            options={tags}
            chosen={filters.tag_ids ?? []}
            onChange={(tag_ids) => set({ tag_ids })}
          />
        </Section>
      )}
      <AttributeSections
        fields={fieldsOf(type).filter(({ options, type: kind }) => options?.length && kind !== "cost")}
        chosen={filters.attributes ?? {}}
        set={(attributes) => set({ attributes })}
      />
    </>
  );
}

type AttributeProps = {
  fields: readonly Field[];
  chosen: Record<string, string[]>;
  set: (chosen: Record<string, string[]>) => void;
};

/** Stands for no field in the list of those that can be filtered by, too. */
const NONE = "";

/** Shows the options of each attribute that the portal is limited by, and a list of those that it could be limited by. */
function AttributeSections({ fields, chosen, set }: AttributeProps) {
  const { t } = useLingui();
  const [opened, setOpened] = useState<string>();
  const isShown = ({ key }: Field) => key === opened || (chosen[key]?.length ?? 0) > 0;
  const others = fields.filter((field) => !isShown(field));
  return (
    <>
      {fields.filter(isShown).map((field) => (
        <Section key={field.key} title={labelOf(field)}>
          <CheckList
            label={labelOf(field)}
            options={(field.options ?? []).map(({ key }) => ({ value: key, label: optionLabel(field, key) }))}
            chosen={chosen[field.key] ?? []}
            onChange={(next) => {
              const { [field.key]: _, ...rest } = chosen;
              set(next.length > 0 ? { ...rest, [field.key]: [...next] } : rest);
            }}
          />
        </Section>
      ))}
      {others.length > 0 && (
        <Section>
          <Choice
            label={t`Limit by an attribute`}
            value={NONE}
            options={[
              { value: NONE, label: t`Limit by an attribute…` },
              ...others.map((field) => ({ value: field.key, label: labelOf(field) })),
            ]}
            onChange={setOpened}
          />
        </Section>
      )}
    </>
  );
}
