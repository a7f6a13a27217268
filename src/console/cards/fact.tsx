/** A fact of a card that is changed in its place. */
import { Trans, useLingui } from "@lingui/react/macro";
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import type { Field } from "../metamodel/fields";
import { labelOf } from "../metamodel/queries";
import { useArrived } from "../server/arrivals";
import { away } from "../server/live";
import { useStore } from "../state/store";
import { Status } from "../ui/signs";
import { AttributeValue } from "./cells";
import { FieldConflict } from "./conflict";
import { attributeOf, type EditedCard, isSame, keyOf } from "./edited-field";
import { AttributeEditor } from "./editors";
import { FieldEditor, type FieldEditorProps, useHeld } from "./field-editor";
import { drop, type HeldValue, isPlaceOf, saveField } from "./saving";

/** Accepts fields whose values people set. */
const isSet = ({ readonly }: Field): boolean => readonly !== true;

/** Shows the value of an attribute of a card, changed in its place. */
export const Fact = ({ card, field, mayEdit }: { card: EditedCard; field: Field; mayEdit: boolean }) => (
  <EditedFact edited={attributeOf(card, field)} card={card} mayEdit={mayEdit && isSet(field)} />
);

type EditedFactProps = Pick<FieldEditorProps, "edited" | "card" | "look"> & {
  mayEdit: boolean;
  /** The sign of the value; the value in the way of its kind when left out. */
  children?: ReactNode;
};

/** Shows a field of a card; a press or E opens its editor, for those who may. A value that isn't saved stands there, marked. */
export function EditedFact({ edited, card, mayEdit, look, children }: EditedFactProps) {
  const [isOpen, open] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const unsaved = useHeld(edited);
  const hasArrived = useArrived(card.id, edited.path);
  const shown = unsaved ? unsaved.mine : edited.read(card);
  const value = unsaved || !children ? <AttributeValue field={edited.field} value={shown} /> : children;
  const tint = hasArrived ? "arrived" : "";
  if (!mayEdit) return tint ? <span className={tint}>{value}</span> : value;
  const close = () => {
    open(false);
    requestAnimationFrame(() => button.current?.focus());
  };
  if (isOpen)
    return (
      <span className="fact-open">
        <FieldEditor edited={edited} card={card} close={close} look={look} at={id} />
      </span>
    );
  const onKeyDown = (event: KeyboardEvent) => {
    const act = event.metaKey || event.ctrlKey ? undefined : actionOf(event.key, unsaved, card, () => open(true));
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  return (
    <>
      <button
        ref={button}
        id={id}
        type="button"
        className={`${look ? "text-button" : "fact"} ${tint} ${unsaved ? "torn" : ""}`}
        data-fact={edited.field.key}
        onClick={() => open(true)}
        onKeyDown={onKeyDown}
      >
        <span className="aloud">{labelOf(edited.field)}: </span>
        {value}
        {unsaved?.theirs && <Status tone="warn" />}
      </button>
      {unsaved && <UnsavedMark of={unsaved} card={card} place={button} id={id} />}
    </>
  );
}

/** Returns what a key does at a field: E edits; ↵ sends a value that isn't saved, and Esc takes what is there. */
function actionOf(key: string, unsaved: HeldValue | undefined, card: EditedCard, edit: () => void) {
  if (key === "e") return edit;
  if (!unsaved) return undefined;
  const { edited, basis, mine, theirs, place } = unsaved;
  if (key === "Enter") return () => void saveField(edited, theirs ? card : basis, mine, place);
  return key === "Escape" ? () => drop(keyOf(edited)) : undefined;
}

/** Shows why a value isn't saved: somebody else has changed the field, or the server was not reached. */
function UnsavedMark({
  of,
  card,
  place,
  id,
}: {
  of: HeldValue;
  id: string;
  card: EditedCard;
  place: React.RefObject<HTMLElement | null>;
}) {
  const { t } = useLingui();
  const isAway = useStore(away) !== null;
  const { edited, basis, mine, theirs, by } = of;
  if (theirs && !isPlaceOf(of, id)) return null;
  if (theirs && !isSame(edited.read(card), mine))
    return (
      <FieldConflict
        place={place}
        edited={edited}
        before={edited.read(basis)}
        theirs={edited.read(theirs)}
        mine={mine}
        {...(by && { by })}
        saveMine={() => void saveField(edited, theirs, mine, id)}
        takeTheirs={() => drop(keyOf(edited))}
      />
    );
  return (
    <span className="c3 t12 not-saved" title={isAway ? undefined : t`↵ saves it`}>
      <Trans>not saved, kept here</Trans>
    </span>
  );
}

export type EditedValueProps = {
  field: Field;
  value: unknown;
  mayEdit: boolean;
  /** Saves a value. @param before the value when one began to change it */
  save: (value: unknown, before: unknown) => void;
};

/** Shows a value that isn't of a card, such as one of a relation; a press or E opens its editor, for those who may. */
export function EditedValue({ field, value, mayEdit, save }: EditedValueProps) {
  const [opened, open] = useState<{ before: unknown }>();
  const button = useRef<HTMLButtonElement>(null);
  if (!mayEdit || !isSet(field)) return <AttributeValue field={field} value={value} />;
  const close = () => {
    open(undefined);
    requestAnimationFrame(() => button.current?.focus());
  };
  if (opened)
    return (
      <span className="fact-open">
        <AttributeEditor
          label={labelOf(field)}
          field={field}
          value={value}
          save={(next) => save(next, opened.before)}
          close={close}
        />
      </span>
    );
  return (
    <button
      ref={button}
      type="button"
      className="fact"
      data-fact={field.key}
      onClick={() => open({ before: value })}
      onKeyDown={(event) => {
        if (event.key !== "e" || event.metaKey || event.ctrlKey) return;
        event.preventDefault();
        event.stopPropagation();
        open({ before: value });
      }}
    >
      <span className="aloud">{labelOf(field)}: </span>
      <AttributeValue field={field} value={value} />
    </button>
  );
}
