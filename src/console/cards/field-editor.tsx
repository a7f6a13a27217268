/** The editor of a field of a card, in its place; what others change meanwhile shows at once. */
import { useRef, useState } from "react";
import { labelOf } from "../metamodel/queries";
import { useStore } from "../state/store";
import { FieldConflict } from "./conflict";
import { type EditedCard, type EditedField, isSame, keyOf } from "./edited-field";
import { AttributeEditor, LineEditor, ParagraphsEditor } from "./editors";
import { drop, type HeldValue, held, hold, isOwn, saveField } from "./saving";

/** Gives the value of a field that is not saved; undefined when there is none. */
export const useHeld = (edited: EditedField): HeldValue | undefined => useStore(held).get(keyOf(edited));

export type FieldEditorProps = {
  edited: EditedField;
  /** The card as it is now. */
  card: EditedCard;
  close: (goesOn?: boolean) => void;
  /** The look of a title or of paragraphs; that of its kind when left out. */
  look?: "title" | "paragraphs";
  /** The id of the element that shows the field. */
  at: string;
};

/** Checks whether a field has values to choose from, whose editor saves each choice and stays. */
const isChosen = ({ type }: EditedField["field"]) => type === "boolean" || type.endsWith("select");

/** Shows the editor. ↵ saves, also over somebody else's value that one has seen; Esc takes what is there. */
export function FieldEditor({ edited, card, close, look, at }: FieldEditorProps) {
  const place = useRef<HTMLSpanElement>(null);
  const heldNow = useHeld(edited);
  const [unsaved] = useState(heldNow);
  const [basis, setBasis] = useState(unsaved?.basis ?? card);
  const [draft, setDraft] = useState<unknown>(unsaved ? unsaved.mine : edited.read(basis));
  const before = edited.read(basis);
  const theirs = edited.read(card);
  const isTheirs = !isSame(theirs, before) && !isOwn(edited, theirs, basis);
  const isTyped = unsaved !== undefined || !isSame(draft, before);
  // Nothing was typed yet: the value that is there now is edited.
  if (isTheirs && !isTyped) {
    setBasis(card);
    setDraft(theirs);
  }
  const isConflict = isTheirs && isTyped && !isSame(draft, theirs);
  const isEmpty = (value: unknown) => value === null || value === undefined || value === "";
  const save = (mine: unknown, isWanted: boolean) => {
    if (edited.isRequired && isEmpty(mine)) return drop(keyOf(edited));
    if (isConflict && !isWanted) return hold({ edited, basis, mine, theirs: card, place: at });
    if (unsaved || !isSame(mine, before)) void saveField(edited, isConflict ? card : basis, mine, at);
  };
  const leave = (goesOn?: boolean) => {
    if (goesOn === undefined) drop(keyOf(edited));
    close(goesOn);
  };
  const props = {
    label: labelOf(edited.field),
    field: edited.field,
    value: unsaved ? unsaved.mine : before,
    save,
    close: leave,
    onDraft: setDraft,
    isUnsaved: unsaved !== undefined,
  };
  return (
    <span className={isConflict ? "field-editor torn" : "field-editor"} ref={place}>
      {look === "paragraphs" ? (
        <ParagraphsEditor key={String(before)} {...props} />
      ) : look === "title" ? (
        <LineEditor key={String(before)} {...props} className="text-editor" />
      ) : (
        <AttributeEditor key={isChosen(edited.field) ? "" : String(before)} {...props} />
      )}
      {isConflict && (
        <FieldConflict
          place={place}
          edited={edited}
          before={before}
          theirs={theirs}
          mine={draft}
          saveMine={() => {
            void saveField(edited, card, draft, at);
            close(false);
          }}
          takeTheirs={() => leave()}
        />
      )}
    </span>
  );
}
