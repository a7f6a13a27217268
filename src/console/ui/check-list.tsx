/** A list of which any number is chosen. */
import { type KeyboardEvent, type ReactNode, useContext } from "react";
import { ListBox, ListBoxItem, OverlayTriggerStateContext } from "react-aria-components";
import { number } from "../language/format";
import { CheckMark } from "./check-mark";

type CheckListProps = {
  /** Its name for readers of screens. */
  label: string;
  options: readonly { value: string; label: string; count?: number }[];
  chosen: readonly string[];
  /** Is called with the values that are chosen then, in the order of the list. */
  onChange: (chosen: string[]) => void;
  /** Stands in the place of a list without options. */
  empty?: ReactNode;
};

/** Shows a list with a box for each option, and how many rows have it where that is known. */
export function CheckList({ label, options, chosen, onChange, empty }: CheckListProps) {
  const panel = useContext(OverlayTriggerStateContext);
  // Esc closes the panel around the list; by itself the list would take all choices back.
  const onKeyDownCapture = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    panel?.close();
  };
  return (
    <div className="check-list" onKeyDownCapture={onKeyDownCapture}>
      <ListBox
        aria-label={label}
        className="menu"
        selectionMode="multiple"
        escapeKeyBehavior="none"
        selectedKeys={chosen}
        onSelectionChange={(keys) =>
          onChange(options.map(({ value }) => value).filter((value) => keys === "all" || keys.has(value)))
        }
        renderEmptyState={() => empty}
      >
        {options.map(({ value, label: word, count }) => (
          <ListBoxItem key={value} id={value} textValue={word} className="opt">
            {({ isSelected }) => (
              <>
                <CheckMark state={isSelected} />
                <span className="trunc">{word}</span>
                <span className="sp" />
                {count !== undefined && <span className="c3 t11 num">{number(count)}</span>}
              </>
            )}
          </ListBoxItem>
        ))}
      </ListBox>
    </div>
  );
}
