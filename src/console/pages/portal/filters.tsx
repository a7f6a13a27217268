/** The search and the filters of a portal. */
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Input, SearchField } from "react-aria-components";
import { labelOf } from "../../metamodel/queries";
import type { PublicPortal } from "../../portals/queries";
import { Choice } from "../../ui/choice";
import { portal as page } from "./page";

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
    </search>
  );
}
