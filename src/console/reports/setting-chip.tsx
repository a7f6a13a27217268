/** Settings of a view as chips: they have a value always, and can't be taken away. */
import { Trans, useLingui } from "@lingui/react/macro";
import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { Button as AriaButton } from "react-aria-components";
import { day } from "../language/format";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { Icon } from "../ui/icon";
import { Menu } from "../ui/menu";
import { Popup } from "../ui/popup";

/** Shows the chip itself, a button. @param name of the setting @param value in words */
export function SettingButton({ name, value }: { name: string; value: string }) {
  return (
    <AriaButton className="chip setting">
      <span className="k">{name}</span>
      <span className="trunc">{value}</span>
      <span className="x">
        <Icon of={ChevronDown} size={12} />
      </span>
    </AriaButton>
  );
}

type SettingChipProps<V extends string> = {
  name: string;
  value: V;
  options: readonly { value: V; label: string }[];
  onChange: (value: V) => void;
};

/** Shows a setting of which one of a few values holds. */
export function SettingChip<V extends string>({ name, value, options, onChange }: SettingChipProps<V>) {
  return (
    <Menu
      label={name}
      trigger={<SettingButton name={name} value={options.find((one) => one.value === value)?.label ?? value} />}
      entries={options.map((one) => ({
        id: one.value,
        label: one.label,
        isChosen: one.value === value,
        run: () => onChange(one.value),
      }))}
    />
  );
}

type AtChipProps = { name?: string; at: string | undefined; onChange: (at: string | undefined) => void };

/** Shows the date that a report is of. @param at a day as 2026-12-31; undefined for today */
export function AtChip({ name, at, onChange }: AtChipProps) {
  const { t } = useLingui();
  return (
    <Popup label={name ?? t`Date`} trigger={<SettingButton name={name ?? t`At`} value={at ? day(at) : t`today`} />}>
      {(close) => <DateForm at={at} onChange={onChange} close={close} />}
    </Popup>
  );
}

/** A whole date, as a field of dates gives it. */
const WHOLE = /^[12]\d{3}-\d\d-\d\d$/;

/** Shows the form in which a date is chosen. @param close is called once it is */
export function DateForm({ at, onChange, close }: Omit<AtChipProps, "name"> & { close: () => void }) {
  const { t } = useLingui();
  const [text, setText] = useState(at ?? "");
  const choose = (next: string | undefined) => {
    onChange(next);
    close();
  };
  return (
    <form
      className="date-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (WHOLE.test(text)) choose(text);
      }}
    >
      <Field label={t`Date`} type="date" value={text} onChange={setText} autoFocus />
      <div className="date-form-verbs">
        <Button onPress={() => choose(undefined)}>
          <Trans>Today</Trans>
        </Button>
        <Button look="pri" type="submit" writes={false} isDisabled={!WHOLE.test(text)}>
          <Trans>Show</Trans>
        </Button>
      </div>
    </form>
  );
}
