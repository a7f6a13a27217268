/** A line of text that is edited in its place: saved when one leaves it or presses ↵, dropped by Esc. */
import { type ComponentProps, useRef, useState } from "react";
import { Input } from "react-aria-components";

type EditedLineProps = Omit<ComponentProps<typeof Input>, "value" | "onChange"> & {
  label: string;
  value: string;
  /** Saves a text that differs. @returns false when it was refused, so that the former text stands again */
  save: (text: string) => unknown;
  /** True for a text that must not be empty. */
  isNeeded?: boolean;
};

/** Shows the text as a field that looks like text until one comes near. */
export function EditedLine({ label, value, save, isNeeded = false, className = "inp line", ...rest }: EditedLineProps) {
  const [text, setText] = useState<string>();
  /** The text that is being saved: ↵ and then leaving the field is one saving. */
  const sent = useRef<string>(undefined);
  const finish = async () => {
    const next = text?.trim();
    if (next === undefined || next === value || (isNeeded && next === "")) return setText(undefined);
    if (next === sent.current) return;
    sent.current = next;
    try {
      await save(next);
    } finally {
      sent.current = undefined;
    }
    // A text that was typed meanwhile stays.
    setText((now) => (now?.trim() === next ? undefined : now));
  };
  return (
    <Input
      {...rest}
      aria-label={label}
      className={className}
      value={text ?? value}
      onChange={({ target }) => setText(target.value)}
      onBlur={() => void finish()}
      onKeyDown={(event) => {
        if (event.key === "Enter") void finish();
        if (event.key !== "Escape" || text === undefined) return;
        event.stopPropagation();
        setText(undefined);
      }}
    />
  );
}
