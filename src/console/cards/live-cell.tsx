/** Cells of a grid, with marks of changes by others and of values that aren't saved. */
import { Trans } from "@lingui/react/macro";
import { type ReactNode, useRef } from "react";
import { useArrived } from "../server/arrivals";
import { AttributeValue } from "./cells";
import { FieldConflict } from "./conflict";
import { type EditedCard, type EditedField, keyOf } from "./edited-field";
import { FieldEditor, type FieldEditorProps, useHeld } from "./field-editor";
import { drop, isPlaceOf, saveField } from "./saving";

/** Marks the row of a card that somebody else has just changed. */
export function ArrivalMark({ id }: { id: string }) {
  return useArrived(id) ? <i className="arrival" aria-hidden /> : null;
}

/** Returns the id of the element that shows a value that isn't saved. */
const placeOf = (edited: EditedField): string => `torn ${keyOf(edited)}`;

/** Shows a cell that people edit; a value in it that isn't saved stands there, marked. */
export function LiveCell({ edited, card, children }: { edited: EditedField; card: EditedCard; children: ReactNode }) {
  const place = useRef<HTMLSpanElement>(null);
  const unsaved = useHeld(edited);
  if (!unsaved) return children;
  const { basis, mine, theirs, by } = unsaved;
  return (
    <span className="cell-torn" ref={place} id={placeOf(edited)}>
      <AttributeValue field={edited.field} value={mine} />
      <span className="aloud">
        <Trans>not saved</Trans>
      </span>
      {theirs && isPlaceOf(unsaved, placeOf(edited)) && (
        <FieldConflict
          place={place}
          edited={edited}
          before={edited.read(basis)}
          theirs={edited.read(card)}
          mine={mine}
          {...(by && { by })}
          saveMine={() => void saveField(edited, card, mine, placeOf(edited))}
          takeTheirs={() => drop(keyOf(edited))}
        />
      )}
    </span>
  );
}

/** Shows the editor of a cell. */
export const CellEditor = (props: Omit<FieldEditorProps, "at">) => (
  <FieldEditor {...props} at={placeOf(props.edited)} />
);
