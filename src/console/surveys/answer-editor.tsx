/** The field in which an answer is given: by its kind a line, a number, a day, options, or cards. */
import { useLingui } from "@lingui/react/macro";
import { useSuspenseQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import { CardField } from "../cards/card-field";
import { valueFor } from "../cards/editors";
import { labelOf } from "../metamodel/queries";
import { settingsQuery } from "../server/session";
import { Icon } from "../ui/icon";
import type { AskedField } from "./queries";
import { isRelation, nameOf } from "./words";

type EditorProps = {
  field: AskedField;
  value: unknown;
  /** Is called with the value that is meant; undefined for a text that means none. */
  onChange: (value: unknown) => void;
};

/** Shows the editor of an answer. */
export function AnswerEditor(props: EditorProps) {
  const { field } = props;
  if (isRelation(field)) return <CardsEditor {...props} />;
  if (field.type === "boolean" || field.type?.endsWith("select")) return <OptionsEditor {...props} />;
  return <LineEditor {...props} />;
}

const KINDS: Record<string, string> = { date: "date", url: "url" };

function LineEditor({ field, value, onChange }: EditorProps) {
  const { data: settings } = useSuspenseQuery(settingsQuery);
  const [text, setText] = useState(value === null || value === undefined ? "" : String(value));
  const type = field.type ?? "text";
  const isFigure = type === "number" || type === "cost";
  const parsed = valueFor({ type: type as never }, text);
  return (
    <label className="survey-value">
      {type === "cost" && <span className="c3">{settings.currency}</span>}
      <input
        className={isFigure ? "num" : ""}
        aria-label={nameOf(field)}
        aria-invalid={parsed === undefined}
        type={KINDS[type] ?? "text"}
        inputMode={isFigure ? "decimal" : undefined}
        maxLength={5000}
        // biome-ignore lint/a11y/noAutofocus: whoever changes a value wants to type it
        autoFocus
        value={text}
        onFocus={({ target }) => target.type === "text" && target.select()}
        onChange={({ target }) => {
          setText(target.value);
          onChange(valueFor({ type: type as never }, target.value));
        }}
      />
    </label>
  );
}

function OptionsEditor({ field, value, onChange }: EditorProps) {
  const { t } = useLingui();
  const isMany = field.type === "multiple_select";
  const options =
    field.type === "boolean"
      ? [
          { value: true as unknown, label: t`Yes` },
          { value: false as unknown, label: t`No` },
        ]
      : (field.options ?? []).map((one) => ({ value: one.key as unknown, label: labelOf(one) }));
  const chosen = Array.isArray(value) ? value : [value];
  const choose = (one: unknown) =>
    onChange(
      isMany
        ? chosen.includes(one)
          ? chosen.filter((other) => other !== one)
          : [...chosen.filter(Boolean), one]
        : one,
    );
  return (
    <fieldset className="survey-options">
      <legend className="aloud">{nameOf(field)}</legend>
      {options.map(({ value: one, label }, at) => (
        <label key={String(one)} className="survey-option">
          <input
            type={isMany ? "checkbox" : "radio"}
            name={field.key}
            checked={chosen.includes(one)}
            // biome-ignore lint/a11y/noAutofocus: whoever changes a value wants to choose
            autoFocus={at === 0}
            onChange={() => choose(one)}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}

type NamedCard = { id: string; name: string };

function CardsEditor({ field, value, onChange }: EditorProps) {
  const { t } = useLingui();
  const cards = (Array.isArray(value) ? value : []) as NamedCard[];
  return (
    <div className="survey-cards">
      {cards.map((card) => (
        <span key={card.id} className="chip">
          <span className="trunc">{card.name}</span>
          <button
            type="button"
            className="x"
            aria-label={t`Take ${card.name} away`}
            onClick={() => onChange(cards.filter(({ id }) => id !== card.id))}
          >
            <Icon of={X} size={12} />
          </button>
        </span>
      ))}
      <CardField
        label={t`Another card`}
        type={field.related_type_key}
        autoFocus
        choose={({ id, name }) => cards.some((one) => one.id === id) || onChange([...cards, { id, name }])}
      />
    </div>
  );
}
