/** The filters as chips, the field for more of them, the order and the columns. */
import { Trans, useLingui } from "@lingui/react/macro";
import { ArrowDownWideNarrow, Columns3, Group, ListTree, Rows3 } from "lucide-react";
import { useState } from "react";
import { Dialog, DialogTrigger, Popover } from "react-aria-components";
import { FilterChips } from "../../cards/filter-chips";
import { useTypes } from "../../metamodel/queries";
import type { Schemas } from "../../server/client";
import { density, useDensity } from "../../state/look";
import { KeyHint } from "../../ui/bars";
import { Button, IconButton } from "../../ui/button";
import { CheckList } from "../../ui/check-list";
import { type Entry, Menu } from "../../ui/menu";
import { ArchivedButton, ArchivedChip } from "./archived";
import type { InventoryState } from "./state";

type BarProps = { state: InventoryState; summary: Schemas["CardList"] | undefined };

/** Shows the bar of chips. */
export function FilterBar({ state, summary }: BarProps) {
  return (
    <div className="chips">
      <FilterChips
        fields={state.fields}
        filter={state.filter}
        onFilter={state.setFilter}
        summary={summary}
        command="inventory.filter"
      >
        {state.isArchived && <ArchivedChip state={state} />}
      </FilterChips>
      <span className="desk-only">
        <SortMenu state={state} />
        <GroupMenu state={state} />
        <ColumnsMenu state={state} />
        <ArchivedButton state={state} />
        <DensityButton />
      </span>
    </div>
  );
}

type SortChoice = { sort: string; label: string; isFigure: boolean };

/** Gives what the list can be sorted by. */
function useSortChoices({ fields }: InventoryState): SortChoice[] {
  const { t } = useLingui();
  return [
    { sort: "name", label: t`Name`, isFigure: false },
    ...fields.flatMap(({ sort, label, kind }) =>
      sort ? [{ sort, label, isFigure: ["number", "cost", "quality"].includes(kind) }] : [],
    ),
  ];
}

/** Gives the order of the list in words; undefined for the usual one, by name. */
export function useSortWords(state: InventoryState): string | undefined {
  const { t } = useLingui();
  const { sorting } = state;
  const current = useSortChoices(state).find(({ sort }) => sort === sorting?.by);
  if (!current || !sorting) return undefined;
  if (!sorting.isDescending) return current.label;
  return current.isFigure ? t`${current.label}, highest first` : t`${current.label}, last first`;
}

/** Chooses what the list is sorted by; the same once more turns the order around. */
export function SortMenu({ state }: { state: InventoryState }) {
  const { t } = useLingui();
  const { sorting, setSorting } = state;
  const label = useSortWords(state) ?? t`Name`;
  return (
    <Menu
      label={t`Order`}
      trigger={
        <Button icon={ArrowDownWideNarrow} className="t12">
          {label}
        </Button>
      }
      entries={useSortChoices(state).map(({ sort, label: word, isFigure }) => ({
        id: sort,
        label: word,
        isChosen: sort === (sorting?.by ?? "name"),
        run: () => setSorting({ by: sort, isDescending: sorting?.by === sort ? !sorting.isDescending : isFigure }),
      }))}
    />
  );
}

/** Gives the ways to arrange the list: by groups, as a tree, or neither. */
export function useGroupEntries({
  fields,
  group,
  isTree,
  isTimeline,
  isArchived,
  arrange,
  typeKey,
}: InventoryState): Entry[] {
  const { t } = useLingui();
  const type = useTypes().get(typeKey ?? "");
  const hasTree = !isTimeline && !isArchived && (typeKey === undefined || type?.has_hierarchy === true);
  return [
    { id: "none", label: t`No groups`, isChosen: !isTree && !group, run: () => arrange({}) },
    ...(hasTree ? [{ id: "tree", label: t`Hierarchy`, isChosen: isTree, run: () => arrange({ isTree: true }) }] : []),
    ...fields
      .filter(({ facet }) => facet !== undefined)
      .map(({ facet = "", label }, at) => ({
        id: facet,
        label,
        begins: at === 0,
        isChosen: group?.facet === facet,
        run: () => arrange({ group: facet }),
      })),
  ];
}

function GroupMenu({ state }: { state: InventoryState }) {
  const { t } = useLingui();
  const { isTree, group } = state;
  return (
    <Menu
      label={t`Group`}
      trigger={
        <Button icon={isTree ? ListTree : Group} className="t12">
          {isTree ? t`Hierarchy` : group ? t`By ${group.label}` : t`Group`}
        </Button>
      }
      entries={useGroupEntries(state)}
    />
  );
}

/** Chooses the columns, those that are shown first, and puts them in order by ⌥↑ and ⌥↓. */
function ColumnsMenu({ state: { fields, shown, turnColumns, moveColumn, isTimeline } }: { state: InventoryState }) {
  const { t } = useLingui();
  const names = shown.map(({ name }) => name);
  // The list keeps its order while it is open, but for what is moved in it.
  const [order, setOrder] = useState<readonly string[]>([]);
  if (isTimeline) return null;
  const others = fields.map(({ name }) => name).filter((name) => !order.includes(name));
  const options = [...order, ...others].flatMap((name) => fields.find((field) => field.name === name) ?? []);
  function onKeyDown(event: React.KeyboardEvent): void {
    const step = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined;
    const name = (event.target as HTMLElement).closest<HTMLElement>("[data-key]")?.dataset["key"];
    const to = names[names.indexOf(name ?? "") + (step ?? 0)];
    if (!step || name === undefined || !names.includes(name)) return;
    event.preventDefault();
    event.stopPropagation();
    if (to === undefined) return;
    moveColumn(name, to);
    setOrder((before) => before.filter((one) => one !== name).toSpliced(before.indexOf(to), 0, name));
  }
  return (
    <DialogTrigger onOpenChange={(isOpen) => isOpen && setOrder(names)}>
      <Button icon={Columns3} className="t12">{t`Columns`}</Button>
      <Popover className="pop" placement="bottom end">
        <Dialog aria-label={t`Columns`} className="picker">
          <div className="picker-list" onKeyDownCapture={onKeyDown}>
            <CheckList
              label={t`Columns`}
              options={options.map(({ name, label }) => ({ value: name, label }))}
              chosen={names}
              onChange={(wanted) => turnColumns([...new Set(wanted).symmetricDifference(new Set(names))])}
            />
          </div>
          <div className="picker-foot c3 t11">
            <KeyHint keys={["alt+arrowup", "alt+arrowdown"]}>
              <Trans>moves a column; or drag its head</Trans>
            </KeyHint>
          </div>
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

function DensityButton() {
  const { t } = useLingui();
  const isDense = useDensity() === "dense";
  return (
    <IconButton
      icon={Rows3}
      size={14}
      label={isDense ? t`Comfortable rows` : t`Dense rows`}
      onPress={() => density.update(() => (isDense ? "comfortable" : "dense"))}
    />
  );
}
