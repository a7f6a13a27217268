/** The filters of the diagrams: whose they are, their group, and a part of what they show. */
import { useLingui } from "@lingui/react/macro";
import type { DiagramGroup } from "../../diagrams/queries";
import { useMay } from "../../server/session";
import { SearchLine } from "../../ui/search-line";
import { Segments } from "../../ui/segments";
import { GroupsPopup } from "./groups";

type Search = {
  text?: string | undefined;
  show?: "mine" | "favorites" | undefined;
  group?: string | undefined;
};

type FiltersProps = {
  search: Search;
  setSearch: (changes: Search) => void;
  groups: readonly DiagramGroup[];
};

/** Shows the filters. */
export function DiagramFilters({ search: { text = "", show, group }, setSearch, groups }: FiltersProps) {
  const { t } = useLingui();
  const mayManage = useMay("diagrams.manage");
  return (
    <div className="chips document-filters diagram-filters">
      <Segments
        label={t`Which`}
        value={show ?? "all"}
        options={[
          { value: "all", label: t`All` },
          { value: "mine", label: t`Mine` },
          { value: "favorites", label: t`Starred` },
        ]}
        onChange={(value) => setSearch({ show: value === "all" ? undefined : value })}
      />
      {groups.length > 0 && (
        <Segments
          label={t`Group`}
          value={group ?? ""}
          options={[
            { value: "", label: t`All groups` },
            ...groups.map(({ id, name, diagram_count }) => ({ value: id, label: `${name} ${diagram_count}` })),
          ]}
          onChange={(value) => setSearch({ group: value || undefined })}
        />
      )}
      {mayManage && <GroupsPopup groups={groups} />}
      <SearchLine
        className="inp document-search"
        label={t`Part of the name, or a card in it`}
        value={text}
        onChange={(next) => setSearch({ text: next })}
      />
    </div>
  );
}
