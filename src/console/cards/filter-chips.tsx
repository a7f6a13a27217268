/** The filters of a list of cards as chips, and the field for more of them. */
import { useLingui } from "@lingui/react/macro";
import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button as AriaButton, DialogTrigger, Popover } from "react-aria-components";
import { useCommands } from "../commands/command";
import { Chip, SearchChip } from "../filters/chips";
import { type Condition, type Filter, type FilterChange, withoutField } from "../filters/condition";
import { FilterField } from "../filters/field";
import { Picker } from "../filters/picker";
import type { Schemas } from "../server/client";
import { Icon } from "../ui/icon";
import { Keys } from "../ui/keys";
import { choicesOf } from "./choices";
import { useFieldWords } from "./filter-words";
import type { ListedField } from "./listed-fields";

type ChipsProps = {
  /** All that can be filtered by. */
  fields: readonly ListedField[];
  filter: Filter;
  onFilter: (change: FilterChange) => void;
  /** The list with its facets, which count the choices. */
  summary: Schemas["CardList"] | undefined;
  /** The name of the command that opens the field. */
  command: string;
  /** The settings of the view, which stand before the filters. */
  children?: ReactNode;
};

const FIGURES: readonly ListedField["kind"][] = ["number", "cost", "quality", "day"];

/** Shows a chip for each condition, and the one that adds another. */
export function FilterChips({ fields, filter, onFilter, summary, command, children }: ChipsProps) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  useCommands([{ id: command, label: t`Filter`, keys: ["/"], run: () => setOpen(true) }]);
  return (
    <div className="chip-row">
      {children}
      {filter.conditions.map((condition) => (
        <FieldChip key={condition.field} {...{ condition, fields, filter, onFilter, summary }} />
      ))}
      {filter.search !== "" && (
        <SearchChip text={filter.search} onRemove={() => onFilter((newest) => ({ ...newest, search: "" }))} />
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
            fields={fields.map((field) => ({
              name: field.condition,
              label: field.label,
              choices: choicesOf(field, summary),
              isNumber: FIGURES.includes(field.kind),
            }))}
            onFilter={onFilter}
            close={() => setOpen(false)}
          />
        </Popover>
      </DialogTrigger>
    </div>
  );
}

type FieldChipProps = Pick<ChipsProps, "fields" | "filter" | "onFilter" | "summary"> & { condition: Condition };

function FieldChip({ condition, fields, filter, onFilter, summary }: FieldChipProps) {
  const field = fields.find((one) => one.condition === condition.field);
  const words = useFieldWords(summary)(field, condition.field);
  return (
    <Chip
      condition={condition}
      words={words}
      onRemove={() => onFilter((newest) => withoutField(newest, condition.field))}
      picker={
        field && (
          <Picker
            field={field.condition}
            label={field.label}
            choices={choicesOf(field, summary)}
            filter={filter}
            onFilter={onFilter}
          />
        )
      }
    />
  );
}
