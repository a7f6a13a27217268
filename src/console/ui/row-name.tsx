/** The name of a row, which a key edits in its place. */
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { Input } from "react-aria-components";
import { singleKeys } from "../commands/keys";

type RowNameProps = {
  name: string;
  /** Its name for readers of screens while it is edited. */
  label: string;
  isCurrent?: boolean;
  /** Saves another name; without it the name can't be edited. */
  rename?: (name: string) => unknown;
  open: () => void;
  /** Acts on keys with ⌥. */
  move?: (step: 1 | -1) => void;
  /** Stands after the name. */
  children?: ReactNode;
};

/** Shows the name: ↵ and Space open the row, E edits its name, ⌥↑ and ⌥↓ move it. */
export function RowName({ name, label, isCurrent, rename, open, move, children }: RowNameProps) {
  const [state, setState] = useState<"shown" | "edited" | "left">("shown");
  const finish = (text: string, next: "shown" | "left") => {
    setState(next);
    if (text.trim() !== "" && text.trim() !== name) void rename?.(text.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isLetter = singleKeys.value() && event.key.toLowerCase() === "e" && !event.ctrlKey && !event.metaKey;
    if (event.altKey && move && (event.key === "ArrowUp" || event.key === "ArrowDown"))
      move(event.key === "ArrowDown" ? 1 : -1);
    else if (rename && (event.key === "F2" || (isLetter && !event.altKey))) setState("edited");
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  if (state === "edited")
    return (
      <Input
        className="inp row-input"
        aria-label={label}
        defaultValue={name}
        autoFocus
        onFocus={({ target }) => target.select()}
        onBlur={({ target }) => finish(target.value, "shown")}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === "Enter") finish(event.currentTarget.value, "left");
          if (event.key === "Escape") setState("left");
        }}
      />
    );
  return (
    <button
      type="button"
      className="row-main"
      aria-current={isCurrent || undefined}
      // The row has the focus again that its field had.
      // biome-ignore lint/a11y/noAutofocus: it is where the focus was
      autoFocus={state === "left"}
      onClick={open}
      onDoubleClick={() => rename && setState("edited")}
      onKeyDown={onKeyDown}
    >
      <span className="trunc">{name}</span>
      {children}
    </button>
  );
}

/** Goes to the next or former row with the arrows, through all lists of a region. */
export function goThroughRows(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : undefined;
  if (!step || event.altKey || !(event.target as Element).classList.contains("row-main")) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>(".row-main")];
  const next = rows[rows.indexOf(event.target as HTMLElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
