/** A fact of a card that is changed in its place. */
import { useRef, useState } from "react";
import type { Field } from "../metamodel/fields";
import { labelOf } from "../metamodel/queries";
import { AttributeValue } from "./cells";
import { setAttribute } from "./changes";
import { AttributeEditor } from "./editors";

type FactCard = { id: string; name: string; attributes: Readonly<Record<string, unknown>> | null };

/** Accepts fields whose values people set. */
const isSet = ({ readonly }: Field): boolean => readonly !== true;

/** Shows the value of an attribute of a card, changed in its place. */
export function Fact({ card, field, mayEdit }: { card: FactCard; field: Field; mayEdit: boolean }) {
  return (
    <EditedValue
      field={field}
      value={card.attributes?.[field.key]}
      mayEdit={mayEdit}
      save={(value) => void setAttribute(card, field, value)}
    />
  );
}

type EditedValueProps = { field: Field; value: unknown; mayEdit: boolean; save: (value: unknown) => void };

/** Shows the value of a field; a press or E opens its editor, for those who may. */
export function EditedValue({ field, value, mayEdit, save }: EditedValueProps) {
  const [isOpen, open] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (!mayEdit || !isSet(field)) return <AttributeValue field={field} value={value} />;
  const close = () => {
    open(false);
    requestAnimationFrame(() => button.current?.focus());
  };
  if (isOpen)
    return (
      <span className="fact-open">
        <AttributeEditor label={labelOf(field)} field={field} value={value} save={save} close={close} />
      </span>
    );
  return (
    <button
      ref={button}
      type="button"
      className="fact"
      data-fact={field.key}
      onClick={() => open(true)}
      onKeyDown={(event) => {
        if (event.key !== "e" || event.metaKey || event.ctrlKey) return;
        event.preventDefault();
        event.stopPropagation();
        open(true);
      }}
    >
      <span className="aloud">{labelOf(field)}: </span>
      <AttributeValue field={field} value={value} />
    </button>
  );
}
