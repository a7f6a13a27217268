/** A field that finds one of very many while one types. */
import { type ReactNode, useState } from "react";
import { ComboBox, Input, Label, ListBox, ListBoxItem, Popover } from "react-aria-components";

export type Suggestion = { id: string; label: string; sign?: ReactNode; remark?: ReactNode; isDisabled?: boolean };

type TypeAheadProps = {
  label: string;
  inForm?: boolean;
  placeholder?: string;
  /** The things found for the text; whoever uses it asks the server. */
  suggestions: readonly Suggestion[];
  /** The text as one types it. */
  onType: (text: string) => void;
  onChoose: (id: string) => void;
  /** The sentence when nothing is found. */
  empty: string;
  autoFocus?: boolean;
  /** Esc was pressed in the empty field. */
  onLeave?: () => void;
};

/** Shows a field that finds one of very many. It is empty again once something is chosen. */
export function TypeAhead(props: TypeAheadProps) {
  const { label, inForm = false, placeholder, suggestions, onType, onChoose, empty, autoFocus, onLeave } = props;
  const [text, setText] = useState("");
  const type = (next: string) => {
    setText(next);
    onType(next);
  };
  return (
    <ComboBox
      aria-label={inForm ? undefined : label}
      className={inForm ? "fld" : "type-ahead"}
      items={suggestions}
      inputValue={text}
      onInputChange={type}
      value={null}
      onKeyDown={({ key }) => key === "Escape" && text === "" && onLeave?.()}
      onChange={(id) => {
        if (id === null) return;
        onChoose(String(id));
        type("");
      }}
      menuTrigger="input"
      allowsEmptyCollection
      // The server decides about matches.
      defaultFilter={() => true}
    >
      {inForm && (
        <span className="fld-head">
          <Label>{label}</Label>
        </span>
      )}
      <Input className="inp" placeholder={placeholder} autoFocus={autoFocus} />
      <Popover className="pop type-ahead-pop" offset={4}>
        <ListBox className="menu" renderEmptyState={() => <p className="opt c3">{empty}</p>}>
          {({ id, label: word, sign, remark, isDisabled }: Suggestion) => (
            <ListBoxItem id={id} textValue={word} className="opt" isDisabled={isDisabled}>
              {sign}
              <span className="trunc">{word}</span>
              <span className="sp" />
              {remark && <span className="c3 t11">{remark}</span>}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
