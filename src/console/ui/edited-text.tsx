/** A text that is edited in its place, once one presses it. */
import { type ReactNode, useState } from "react";

type EditedTextProps = {
  label: string;
  value: string;
  mayEdit: boolean;
  /** True for several lines, and for a text that may be empty. */
  isLong?: boolean;
  save: (text: string) => void;
  children: ReactNode;
};

/** Shows a text that a press turns into its editor. ↵ saves a line; leaving saves; Esc drops. */
export function EditedText({ label, value, mayEdit, isLong = false, save, children }: EditedTextProps) {
  const [draft, setDraft] = useState<string>();
  if (!mayEdit) return children;
  if (draft === undefined)
    return (
      <button type="button" className="text-plain" onClick={() => setDraft(value)}>
        {children}
      </button>
    );
  const finish = () => {
    const text = draft.trim();
    if (text !== value && (isLong || text !== "")) save(text);
    setDraft(undefined);
  };
  const Editor = isLong ? "textarea" : "input";
  return (
    <Editor
      className="text-editor"
      aria-label={label}
      autoFocus
      value={draft}
      onChange={({ target }: { target: { value: string } }) => setDraft(target.value)}
      onBlur={finish}
      onKeyDown={(event: React.KeyboardEvent) => {
        event.stopPropagation();
        if (event.key === "Escape") setDraft(undefined);
        if (event.key === "Enter" && (!isLong || event.metaKey || event.ctrlKey)) finish();
      }}
    />
  );
}
