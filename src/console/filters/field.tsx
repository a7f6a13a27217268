/** The field in which a filter is typed: it completes fields and then values, and understands whole conditions. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Autocomplete, Dialog, Input, ListBox, ListBoxItem, SearchField } from "react-aria-components";
import { number } from "../language/format";
import { conditionOf, type Filter, type FilterChange, toggledValue, withCondition } from "./condition";
import type { Choice } from "./picker";

/** A field that can be filtered by. */
export type FilterableField = {
  name: string;
  label: string;
  choices: readonly Choice[];
  isNumber: boolean /** True for one that can be neither negated nor missing. */;
  isPlain?: true;
};

type FieldProps = {
  fields: readonly FilterableField[];
  onFilter: (change: FilterChange) => void;
  close: () => void;
};

/** Options of one list. */
const MAX_OPTIONS = 12;

type Option = { id: string; label: string; count?: number; remark?: string; run: () => void };

/** Returns the part of a text before its colon as a field, and the part behind it. */
function started(
  text: string,
  fields: readonly FilterableField[],
): { field: FilterableField; rest: string } | undefined {
  const at = text.indexOf(":");
  if (at < 0) return undefined;
  const name = text.slice(0, at).trim().replace(/^-/, "").toLocaleLowerCase();
  const field = fields.find((one) => one.name.toLocaleLowerCase() === name || one.label.toLocaleLowerCase() === name);
  return field && { field, rest: text.slice(at + 1).trim() };
}

const contains = (label: string, part: string) => label.toLocaleLowerCase().includes(part.toLocaleLowerCase());

/** Shows the field, with what it offers. */
export function FilterField({ fields, onFilter, close }: FieldProps) {
  const { t } = useLingui();
  const [text, setText] = useState("");
  const apply = (next: (newest: Filter) => Filter) => {
    onFilter(next);
    close();
  };
  const inField = started(text, fields);
  const options = inField ? ofValues(inField.field, inField.rest) : ofFields(text);

  function ofFields(part: string): Option[] {
    const typed = conditionOf(part.trim());
    return [
      ...(typed && fields.some(({ name }) => name === typed.field)
        ? [
            {
              id: "typed",
              label: part.trim(),
              remark: t`apply`,
              run: () => apply((newest) => withCondition(newest, typed)),
            },
          ]
        : []),
      ...fields
        .filter(({ label, name }) => part.trim() === "" || contains(label, part.trim()) || contains(name, part.trim()))
        .map(({ name, label }) => ({ id: name, label, run: () => setText(`${label}:`) })),
      ...(part.trim() !== "" && !typed
        ? [
            {
              id: "search",
              label: part.trim(),
              remark: t`in names`,
              run: () => apply((newest) => ({ ...newest, search: part.trim() })),
            },
          ]
        : []),
    ];
  }

  function ofValues(field: FilterableField, rest: string): Option[] {
    const negated = text.trim().startsWith("-");
    const typed = rest === "" ? undefined : conditionOf(`${field.name}:${/\s/.test(rest) ? `"${rest}"` : rest}`);
    const choose = (value: string) =>
      apply((newest) => {
        const next = toggledValue(newest, field.name, value);
        const made = next.conditions.find((one) => one.field === field.name);
        return made && negated && !field.isPlain ? withCondition(next, { ...made, isNegated: true }) : next;
      });
    return [
      ...field.choices
        .filter(({ label }) => contains(label, rest))
        .map(({ value, label, count }) => ({
          id: value,
          label,
          ...(count !== undefined && { count }),
          run: () => choose(value),
        })),
      ...(field.isNumber && typed
        ? [{ id: "typed", label: rest, remark: t`apply`, run: () => apply((newest) => withCondition(newest, typed)) }]
        : []),
      ...(field.isPlain
        ? []
        : [
            {
              id: " empty",
              label: t`is missing`,
              run: () =>
                apply((newest) => withCondition(newest, { field: field.name, isNegated: negated, kind: "empty" })),
            },
          ]),
    ];
  }

  return (
    <Dialog aria-label={t`Filter`} className="picker filter-field">
      <Autocomplete inputValue={text} onInputChange={setText}>
        <SearchField aria-label={t`Filter`} autoFocus>
          <Input className="inp" placeholder={t`Field, value or name`} />
        </SearchField>
        <ListBox
          aria-label={t`Filters`}
          className="menu"
          renderEmptyState={() => (
            <p className="c3 t12 picker-empty">
              <Trans>Nothing of this name</Trans>
            </p>
          )}
          onAction={(key) => options.find(({ id }) => id === key)?.run()}
        >
          {options.slice(0, MAX_OPTIONS).map(({ id, label, count, remark }) => (
            <ListBoxItem key={id} id={id} textValue={label} className="opt">
              <span className="trunc">{label}</span>
              <span className="sp" />
              {remark && <span className="c3 t11">{remark}</span>}
              {count !== undefined && <span className="c3 t11 num">{number(count)}</span>}
            </ListBoxItem>
          ))}
        </ListBox>
      </Autocomplete>
    </Dialog>
  );
}
