/** The filters of a list as chips, and the field for more of them. */
import { useLingui } from "@lingui/react/macro";
import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button as AriaButton, DialogTrigger, Popover } from "react-aria-components";
import { useCommands } from "../commands/command";
import { useMe } from "../server/session";
import { Icon } from "../ui/icon";
import { Keys } from "../ui/keys";
import { Chip, SearchChip } from "./chips";
import { type Filter, type FilterChange, withoutField } from "./condition";
import { type FilterableField, FilterField } from "./field";
import { Picker } from "./picker";

type RowProps = {
  /** All that can be filtered by. */
  fields: readonly FilterableField[];
  filter: Filter;
  onFilter: (change: FilterChange) => void;
  /** The name of the command that opens the field. */
  command: string;
  /** The settings of the view, which stand before the filters. */
  children?: ReactNode;
};

/** Shows a chip for each condition, and the one that adds another. */
export function FilterRow({ fields, filter, onFilter, command, children }: RowProps) {
  const { t } = useLingui();
  const me = useMe();
  const [isOpen, setOpen] = useState(false);
  useCommands([{ id: command, label: t`Filter`, keys: ["/"], run: () => setOpen(true) }]);
  const wordFor = (field: FilterableField | undefined, value: string) =>
    value === "me" || value === me.id ? t`me` : (field?.choices.find((one) => one.value === value)?.label ?? value);
  return (
    <div className="chip-row">
      {children}
      {filter.conditions.map((condition) => {
        const field = fields.find(({ name }) => name === condition.field);
        return (
          <Chip
            key={condition.field}
            condition={condition}
            words={{ field: field?.label ?? condition.field, values: (value) => wordFor(field, value) }}
            onRemove={() => onFilter((newest) => withoutField(newest, condition.field))}
            picker={
              field && (
                <Picker
                  field={field.name}
                  label={field.label}
                  choices={field.choices}
                  isPlain={field.isPlain}
                  filter={filter}
                  onFilter={onFilter}
                />
              )
            }
          />
        );
      })}
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
          <FilterField fields={fields} onFilter={onFilter} close={() => setOpen(false)} />
        </Popover>
      </DialogTrigger>
    </div>
  );
}
