/** The calculations by the type of their cards, in the order of their runs, each with a shape: on, off, failed. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Circle, CircleCheck, OctagonAlert, Plus } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { fieldsOf } from "../../metamodel/fields";
import { labelOf, typesQuery, useTypes } from "../../metamodel/queries";
import { asRefusal } from "../../server/refusal";
import { Button } from "../../ui/button";
import { Choice } from "../../ui/choice";
import { Field } from "../../ui/field";
import { Form } from "../../ui/form";
import { Icon, TypeIcon } from "../../ui/icon";
import { Popup } from "../../ui/popup";
import { createCalculation } from "./changes";
import { calculations } from "./page";
import type { Calculation } from "./queries";

/** Shows whether a calculation is on, off, or failed in its last run. */
function Shape({ of: { is_active, last_error } }: { of: Calculation }) {
  const { t } = useLingui();
  const [icon, look, word] = last_error
    ? ([OctagonAlert, "st bad", is_active ? t`on, has failed` : t`off, has failed`] as const)
    : is_active
      ? ([CircleCheck, "st good", t`on`] as const)
      : ([Circle, "st c3", t`off`] as const);
  return (
    <span className={look} title={word}>
      <Icon of={icon} size={14} />
      <span className="aloud">{word}</span>
    </span>
  );
}

type ListProps = { all: readonly Calculation[]; current: Calculation | undefined };

/** Shows the list; arrows go through it. */
export function CalculationList({ all, current }: ListProps) {
  const { t } = useLingui();
  const types = useTypes();
  const setSearch = calculations.useSetSearch();
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : undefined;
    if (!step || !(event.target as HTMLElement).dataset["key"]) return;
    event.preventDefault();
    event.stopPropagation();
    const entries = [...event.currentTarget.querySelectorAll<HTMLElement>("button[data-key]")];
    entries[entries.indexOf(event.target as HTMLElement) + step]?.focus();
  };
  return (
    <nav className="alist" aria-label={t`Calculations by type`} onKeyDown={onKeyDown}>
      {[...Map.groupBy(all, ({ target_type_key }) => target_type_key)].map(([key, own]) => (
        <div key={key}>
          <div className="lay calc-lay">
            <TypeIcon type={types.get(key)} size={14} />
            {labelOf(types.get(key) ?? { label: key })}
          </div>
          {own.map((one) => (
            <button
              key={one.id}
              type="button"
              data-key={one.id}
              className={one === current ? "nav on" : "nav"}
              aria-current={one === current || undefined}
              onClick={() => setSearch({ calculation: one.id, cards: undefined })}
            >
              <Shape of={one} />
              <span className="trunc">{one.name}</span>
            </button>
          ))}
        </div>
      ))}
      <span className="sp" />
      <p className="c3 t11 alist-foot">
        <Trans>In the order in which they run</Trans>
      </p>
    </nav>
  );
}

/** Shows the button for a new calculation, and its form. @param props.type of its cards at first */
export function NewCalculation({ type }: { type?: string | undefined }) {
  const { t } = useLingui();
  return (
    <Popup
      label={t`New calculation`}
      trigger={
        <Button look="line" icon={Plus} aria-label={t`New calculation`}>
          <Trans>Calculation</Trans>
        </Button>
      }
    >
      {(close) => <NewForm type={type} close={close} />}
    </Popup>
  );
}

function NewForm({ type: first, close }: { type: string | undefined; close: () => void }) {
  const { t } = useLingui();
  const setSearch = calculations.useSetSearch();
  const { data: types = [] } = useQuery(typesQuery);
  const [name, setName] = useState("");
  const [typeKey, setTypeKey] = useState(first ?? types[0]?.key ?? "");
  const [fieldKey, setFieldKey] = useState<string>();
  const [fault, setFault] = useState<string>();
  const fields = fieldsOf(types.find(({ key }) => key === typeKey));
  const target = fields.find(({ key }) => key === fieldKey) ?? fields[0];
  const send = async () => {
    if (!target) return;
    try {
      const calculation = await createCalculation({
        name: name.trim(),
        target_type_key: typeKey,
        target_field_key: target.key,
      });
      close();
      setSearch({ calculation, cards: undefined });
    } catch (error) {
      setFault(asRefusal(error).message);
    }
  };
  return (
    <Form
      className="popup-form"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Field label={t`Name of the calculation`} value={name} onChange={setName} error={fault} autoFocus isRequired />
      <Choice
        label={t`For`}
        inForm
        value={typeKey}
        options={types.map((one) => ({ value: one.key, label: labelOf(one), sign: <TypeIcon type={one} /> }))}
        onChange={setTypeKey}
      />
      <Choice
        label={t`It fills`}
        inForm
        value={target?.key ?? ""}
        options={fields.map((field) => ({ value: field.key, label: labelOf(field) }))}
        onChange={setFieldKey}
      />
      <Button look="pri" type="submit" isDisabled={name.trim() === "" || !target}>
        <Trans>Create</Trans>
      </Button>
    </Form>
  );
}
