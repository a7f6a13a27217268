/** The search and the filters of a portal. */
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import { Input, SearchField } from "react-aria-components";
import { optionLabel } from "../../metamodel/fields";
import { labelOf } from "../../metamodel/queries";
import { type PublicPortal, relatedCardsQuery } from "../../portals/queries";
import { shows } from "../../portals/shown-parts";
import { Button } from "../../ui/button";
import { Choice } from "../../ui/choice";
import { TypeAhead } from "../../ui/type-ahead";
import { fieldsOfPortal } from "./cards";
import { portal as page } from "./page";

/** Related cards that are offered at once. */
const MAX_FOUND = 20;

/** Stands for no filter in a list of values. */
const ANY = "*";

/** Shows the search, which waits for Enter, and a list for each filter that there is. */
export function PortalFilters({ portal }: { portal: PublicPortal }) {
  const { t } = useLingui();
  const { search = "", subtype = ANY, tag = ANY } = page.useSearch();
  const setSearch = page.useSetSearch();
  const [text, setText] = useState(search);
  const subtypes = portal.type_info?.subtypes ?? [];
  const tags = portal.tag_groups.flatMap((group) =>
    group.tags.map(({ id, name }) => ({ value: id, label: `${group.name}: ${name}` })),
  );
  const set = (changes: Parameters<typeof setSearch>[0]) => setSearch({ ...changes, page: undefined, card: undefined });
  return (
    <search className="portal-filters">
      <SearchField
        aria-label={t`Search`}
        value={text}
        onChange={setText}
        maxLength={200}
        onSubmit={(wanted) => set({ search: wanted.trim() || undefined })}
        onClear={() => set({ search: undefined })}
      >
        <Input className="inp" placeholder={t`Search names and descriptions`} />
      </SearchField>
      {subtypes.length > 0 && (
        <Choice
          label={t`Subtype`}
          value={subtype}
          options={[
            { value: ANY, label: t`Every subtype` },
            ...subtypes.map((one) => ({ value: one.key, label: labelOf(one) })),
          ]}
          onChange={(next) => set({ subtype: next === ANY ? undefined : next })}
        />
      )}
      {tags.length > 0 && (
        <Choice
          label={t`Tag`}
          value={tag}
          options={[{ value: ANY, label: t`Every tag` }, ...tags]}
          onChange={(next) => set({ tag: next === ANY ? undefined : next })}
        />
      )}
      <ValueFilters portal={portal} set={set} />
      {portal.relation_types
        .filter(({ key }) => shows(portal.card_config, `rel:${key}`, "card"))
        .map((type) => (
          <RelatedFilter key={type.key} portal={portal} type={type} set={set} />
        ))}
    </search>
  );
}

type SetSearch = (changes: Parameters<ReturnType<typeof page.useSetSearch>>[0]) => void;

/** Returns entries in which a key has another value, or none; undefined when none is left. */
function withEntry(entries: Record<string, string> | undefined, key: string, value: string | undefined) {
  const { [key]: _, ...rest } = entries ?? {};
  const next = value === undefined ? rest : { ...rest, [key]: value };
  return Object.keys(next).length > 0 ? next : undefined;
}

/** Shows a list for each attribute with options that the portal's list shows. */
function ValueFilters({ portal, set }: { portal: PublicPortal; set: SetSearch }) {
  const { t } = useLingui();
  const { values } = page.useSearch();
  const fields = fieldsOfPortal(portal).filter(
    ({ key, options }, at) => options?.length && shows(portal.card_config, `field:${key}`, "card", at),
  );
  return fields.map((field) => (
    <Choice
      key={field.key}
      label={labelOf(field)}
      value={values?.[field.key] ?? ANY}
      options={[
        { value: ANY, label: t`${labelOf(field)}: any` },
        ...(field.options ?? []).map(({ key }) => ({ value: key, label: optionLabel(field, key) })),
      ]}
      onChange={(next) => set({ values: withEntry(values, field.key, next === ANY ? undefined : next) })}
    />
  ));
}

type RelatedProps = { portal: PublicPortal; type: PublicPortal["relation_types"][number]; set: SetSearch };

/** Shows a field that finds a card to which the cards are related; the one that is chosen stands as a button that takes it away. */
function RelatedFilter({ portal, type, set }: RelatedProps) {
  const { t } = useLingui();
  const { related } = page.useSearch();
  const [text, setText] = useState("");
  const { data = [] } = useQuery(relatedCardsQuery(portal.slug, type.other_type_key));
  const chosen = related?.[type.key];
  const choose = (id: string | undefined) => set({ related: withEntry(related, type.key, id) });
  if (data.length === 0) return null;
  if (chosen)
    return (
      <Button look="line" icon={X} aria-label={t`Remove the filter`} onPress={() => choose(undefined)}>
        {data.find(({ id }) => id === chosen)?.name ?? "–"}
      </Button>
    );
  const wanted = text.trim().toLocaleLowerCase();
  const found = data.filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
  return (
    <TypeAhead
      label={type.other_type_label}
      placeholder={type.other_type_label}
      suggestions={found.slice(0, MAX_FOUND).map(({ id, name }) => ({ id, label: name }))}
      onType={setText}
      onChoose={choose}
      empty={t`Nothing of this name`}
    />
  );
}
