/** The filters as chips, the field for more of them, the order and the columns. */
import { useLingui } from "@lingui/react/macro";
import { ArrowDownWideNarrow, Columns3, Rows3 } from "lucide-react";
import { Dialog, DialogTrigger, Popover } from "react-aria-components";
import { FilterChips } from "../../cards/filter-chips";
import type { Schemas } from "../../server/client";
import { density, useDensity } from "../../state/look";
import { Button, IconButton } from "../../ui/button";
import { CheckList } from "../../ui/check-list";
import { Menu } from "../../ui/menu";
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
      />
      <SortMenu state={state} />
      <ColumnsMenu state={state} />
      <DensityButton />
    </div>
  );
}

function SortMenu({ state: { fields, sorting, setSorting } }: { state: InventoryState }) {
  const { t } = useLingui();
  const sortable = [
    { sort: "name", label: t`Name`, isFigure: false },
    ...fields.flatMap(({ sort, label, kind }) =>
      sort ? [{ sort, label, isFigure: ["number", "cost", "quality"].includes(kind) }] : [],
    ),
  ];
  const current = sortable.find(({ sort }) => sort === sorting?.by);
  const label = current
    ? sorting?.isDescending
      ? current.isFigure
        ? t`${current.label}, highest first`
        : t`${current.label}, last first`
      : current.label
    : t`Name`;
  return (
    <Menu
      label={t`Order`}
      trigger={
        <Button icon={ArrowDownWideNarrow} className="t12">
          {label}
        </Button>
      }
      entries={sortable.map(({ sort, label: word, isFigure }) => ({
        id: sort,
        label: word,
        isChosen: sort === (sorting?.by ?? "name"),
        run: () => setSorting({ by: sort, isDescending: sorting?.by === sort ? !sorting.isDescending : isFigure }),
      }))}
    />
  );
}

/** Chooses the columns; those that are new stand at the end. */
function ColumnsMenu({ state: { fields, shown, setShown, isTimeline } }: { state: InventoryState }) {
  const { t } = useLingui();
  if (isTimeline) return null;
  const names = shown.map(({ name }) => name);
  return (
    <DialogTrigger>
      <Button icon={Columns3} className="t12">{t`Columns`}</Button>
      <Popover className="pop" placement="bottom end">
        <Dialog aria-label={t`Columns`} className="picker">
          <CheckList
            label={t`Columns`}
            options={fields.map(({ name, label }) => ({ value: name, label }))}
            chosen={names}
            onChange={(wanted) =>
              setShown([
                ...names.filter((name) => wanted.includes(name)),
                ...wanted.filter((name) => !names.includes(name)),
              ])
            }
          />
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
