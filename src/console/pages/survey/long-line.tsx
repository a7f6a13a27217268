/** A text of several lines that is saved when one leaves it. */
import { useState } from "react";
import { TextArea, TextField } from "react-aria-components";

type LongLineProps = { label: string; placeholder: string; value: string; save: (text: string) => unknown };

/** Shows the text as a field. Esc drops what was typed. */
export function LongLine({ label, placeholder, value, save }: LongLineProps) {
  const [text, setText] = useState<string>();
  const finish = async () => {
    const next = text?.trim();
    if (next !== undefined && next !== value) await save(next);
    setText(undefined);
  };
  return (
    <TextField
      aria-label={label}
      value={text ?? value}
      onChange={setText}
      maxLength={2000}
      onBlur={() => void finish()}
    >
      <TextArea
        className="inp area survey-message"
        rows={3}
        placeholder={placeholder}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || text === undefined) return;
          event.stopPropagation();
          setText(undefined);
        }}
      />
    </TextField>
  );
}
