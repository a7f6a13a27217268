/** The filters as chips, the field for more of them, the order and the columns. */
import { useLingui } from "@lingui/react/macro";
import { ArrowDownWideNarrow, Columns3, Plus, Rows3 } from "lucide-react";
import { useState } from "react";
import { Button as AriaButton, Dialog, DialogTrigger, Popover } from "react-aria-components";
import type { ListedField } from "../../cards/listed-fields";
import { useCommands } from "../../commands/command";
import { Chip, SearchChip, type Words } from "../../filters/chips";
import type { Condition } from "../../filters/condition";
import { withoutField } from "../../filters/condition";
import { FilterField } from "../../filters/field";
import { Picker } from "../../filters/picker";
import type { Schemas } from "../../server/client";
import { useMe } from "../../server/session";
import { density, useDensity } from "../../state/look";
import { Button, IconButton } from "../../ui/button";
import { CheckList } from "../../ui/check-list";
import { Icon } from "../../ui/icon";
import { Keys } from "../../ui/keys";
import { Menu } from "../../ui/menu";
import { choicesOf } from "./choices";
import type { InventoryState } from "./state";

type BarProps = { state: InventoryState; summary: Schemas["CardList"] | undefined };

/** Shows the bar of chips. */
export function FilterBar({ state, summary }: BarProps) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  useCommands([{ id: "inventory.filter", label: t`Filter`, keys: ["/"], run: () => setOpen(true) }]);
  const { filter, setFilter } = state;
  return (
    <div className="chips">
      <div className="chip-row">
        {filter.conditions.map((condition) => (
          <FieldChip key={condition.field} condition={condition} state={state} summary={summary} />
        ))}
        {filter.search !== "" && (
          <SearchChip text={filter.search} onRemove={() => setFilter({ ...filter, search: "" })} />
        )}
        <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
          <AriaButton className="chip add" aria-label={t`Filter`}>
            <span>
              <Icon of={Plus} size={12} />
              {t`Filter`} <Keys of="/" />
            </span>
          </AriaButton>
          <Popover className="pop" placement="bottom start" offset={4}>
            <FilterField
              fields={state.fields.map((field) => ({
                name: field.condition,
                label: field.label,
                choices: choicesOf(field, summary),
                isNumber: ["number", "cost", "quality", "day"].includes(field.kind),
              }))}
              filter={filter}
              onFilter={setFilter}
              close={() => setOpen(false)}
            />
          </Popover>
        </DialogTrigger>
      </div>
      <SortMenu state={state} />
      <ColumnsMenu state={state} />
      <DensityButton />
    </div>
  );
}

function FieldChip({ condition, state, summary }: BarProps & { condition: Condition }) {
  const field = state.fields.find((one) => one.condition === condition.field);
  const words = useWords(field, condition.field, summary);
  return (
    <Chip
      condition={condition}
      words={words}
      onRemove={() => state.setFilter(withoutField(state.filter, condition.field))}
      picker={
        field && (
          <Picker
            field={field.condition}
            label={field.label}
            choices={choicesOf(field, summary)}
            filter={state.filter}
            onFilter={state.setFilter}
          />
        )
      }
    />
  );
}

/** Gives the words of a field and of its values. */
function useWords(field: ListedField | undefined, name: string, summary: Schemas["CardList"] | undefined): Words {
  const { t } = useLingui();
  const me = useMe();
  const choices = field ? choicesOf(field, summary) : [];
  return {
    field: field?.label ?? name,
    values: (value) =>
      value === "me" || value === me.id ? t`me` : (choices.find((one) => one.value === value)?.label ?? value),
  };
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
