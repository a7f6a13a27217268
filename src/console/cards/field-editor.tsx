/** The editor of a field of a card, in its place; what others change meanwhile shows at once. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
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

const MERGING = { queryKey: ["code", "merged-text"], queryFn: () => import("./merged-text"), staleTime: Infinity };

/**
 * Checks whether somebody else's value and one's own exclude each other. Texts whose paragraphs go together don't: they are
 * merged when one's own is saved. As long as that isn't known, they don't either, for saving finds out.
 */
function useIsTorn(mine: unknown, before: unknown, theirs: unknown, isBoth: boolean): boolean {
  const isText = [mine, before, theirs].every((value) => typeof value === "string");
  const { data: code } = useQuery({ ...MERGING, enabled: isBoth && isText });
  if (!isBoth || !isText) return isBoth;
  return code !== undefined && code.mergedText(mine, before, theirs) === undefined;
}

/** Milliseconds for which a choice must be shown before a key makes it: a key that was on its way was meant for the field. */
const TO_BE_SEEN = 400;

/** Gives true once something has been shown for so long that it was seen. */
function useIsSeen(isShown: boolean): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (!isShown) return;
    const timer = setTimeout(() => setSeen(true), TO_BE_SEEN);
    return () => {
      clearTimeout(timer);
      setSeen(false);
    };
  }, [isShown]);
  return isShown && isSeen;
}

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
  const isConflict = useIsTorn(draft, before, theirs, isTheirs && isTyped && !isSame(draft, theirs));
  const isSeen = useIsSeen(isConflict);
  const isEmpty = (value: unknown) => value === null || value === undefined || value === "";
  const save = (mine: unknown, isWanted: boolean) => {
    if (edited.isRequired && isEmpty(mine)) return drop(keyOf(edited));
    if (isSeen && !isWanted) return hold({ edited, basis, mine, theirs: card, place: at });
    if (unsaved || !isSame(mine, before)) void saveField(edited, isSeen ? card : basis, mine, at);
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
    <span className={isConflict ? "field-editor torn" : "field-editor"} data-seen={isSeen || undefined} ref={place}>
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
