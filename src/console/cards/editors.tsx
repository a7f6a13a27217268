/** Editors of values, in the place of what they edit: saved when one leaves them or presses ↵, dropped by Esc. */
import { useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { ListBox, ListBoxItem, Popover } from "react-aria-components";
import type { Field } from "../metamodel/fields";
import { labelOf } from "../metamodel/queries";
import { OptionValue } from "./cells";

type EditorProps = {
  /** The name of the field, for readers of screens. */
  label: string;
  /** Saves a value; null clears it. @param isChosen true for ↵, false when one only leaves */
  save: (value: unknown, isChosen: boolean) => void;
  /** @param goesOn true after ↵, false when one leaves, undefined for Esc */
  close: (goesOn?: boolean) => void;
  /** Is called with what is being typed. */
  onDraft?: (value: unknown) => void;
  /** True for a value that is not saved yet, and is saved even when it isn't changed. */
  isUnsaved?: boolean;
};

const KINDS: Record<string, string> = { number: "text", cost: "text", date: "date", url: "url" };

/** Returns the value that a text means for a field; undefined when it means none. */
export function valueFor(field: Pick<Field, "type">, text: string): unknown {
  const trimmed = text.trim();
  if (trimmed === "") return null;
  if (field.type !== "number" && field.type !== "cost") return trimmed;
  const plain = trimmed.replaceAll(/[\s'’]/g, "").replaceAll(/,(?=\d{3}(\D|$))/g, "");
  const value = Number(plain);
  return Number.isFinite(value) ? value : undefined;
}

/** Shows an editor for a line of text, a number or a day. */
export function LineEditor({
  label,
  field,
  value,
  save,
  close,
  onDraft,
  isUnsaved,
  className = "cell-input",
}: EditorProps & { field: Pick<Field, "type">; value: unknown; className?: string }) {
  const [text, setText] = useState(value === undefined || value === null ? "" : String(value));
  const isDone = useRef(false);
  const parsed = valueFor(field, text);
  const finish = (goesOn: boolean) => {
    if (isDone.current) return;
    isDone.current = true;
    if (parsed !== undefined && (isUnsaved || parsed !== (value ?? null))) save(parsed, goesOn);
    close(goesOn);
  };
  return (
    <input
      className={className}
      aria-label={label}
      aria-invalid={parsed === undefined}
      // biome-ignore lint/a11y/noAutofocus: whoever opens an editor wants to type
      autoFocus
      type={KINDS[field.type] ?? "text"}
      inputMode={field.type === "number" || field.type === "cost" ? "decimal" : undefined}
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        onDraft?.(valueFor(field, target.value));
      }}
      onFocus={({ target }) => target.type === "text" && target.select()}
      onBlur={() => finish(false)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Enter") finish(true);
        if (event.key !== "Escape") return;
        isDone.current = true;
        close();
      }}
    />
  );
}

/** Shows an editor for a text of several paragraphs. ⌘↵ saves it. */
export function ParagraphsEditor({ label, value, save, close, onDraft, isUnsaved }: EditorProps & { value: unknown }) {
  const [text, setText] = useState(String(value ?? ""));
  const isDone = useRef(false);
  const finish = (isChosen: boolean) => {
    if (isDone.current) return;
    isDone.current = true;
    if (isUnsaved || text.trim() !== (value ?? "")) save(text.trim() === "" ? null : text.trim(), isChosen);
    close(isChosen);
  };
  return (
    <textarea
      className="text-editor"
      aria-label={label}
      // biome-ignore lint/a11y/noAutofocus: whoever opens an editor wants to type
      autoFocus
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        onDraft?.(target.value.trim());
      }}
      onBlur={() => finish(false)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) finish(true);
        if (event.key !== "Escape") return;
        isDone.current = true;
        close();
      }}
    />
  );
}

/** Shows an editor that offers the options of a field, one or several. */
export function OptionsEditor({ label, field, value, save, close }: EditorProps & { field: Field; value: unknown }) {
  const { t } = useLingui();
  const place = useRef<HTMLSpanElement>(null);
  const isMany = field.type === "multiple_select";
  const chosen = Array.isArray(value)
    ? value.map(String)
    : value === undefined || value === null
      ? []
      : [String(value)];
  const options =
    field.type === "boolean" ? yesAndNo(t`Yes`, t`No`) : (field.options ?? []).filter(({ hidden }) => !hidden);
  const choose = (keys: readonly string[]) => {
    if (isMany) return save(keys.length > 0 ? keys : null, true);
    const [key] = keys;
    const next = key === undefined ? null : field.type === "boolean" ? key === "true" : key;
    if (next !== (value ?? null)) save(next, true);
    close(false);
  };
  return (
    <>
      <span ref={place} className="cell-value">
        {chosen.map((key) => (
          <OptionValue key={key} field={field} value={key} />
        ))}
      </span>
      <Popover
        className="pop"
        triggerRef={place}
        isOpen
        onOpenChange={(isOpen) => isOpen || close()}
        placement="bottom start"
        aria-label={label}
      >
        <ListBox
          aria-label={label}
          className="menu"
          autoFocus={chosen.length > 0 ? true : "first"}
          selectionMode={isMany ? "multiple" : "single"}
          escapeKeyBehavior="none"
          selectedKeys={chosen}
          onSelectionChange={(keys) => choose(keys === "all" ? options.map(({ key }) => key) : [...keys].map(String))}
        >
          {options.map((option) => (
            <ListBoxItem key={option.key} id={option.key} textValue={labelOf(option)} className="opt">
              {({ isSelected }) => (
                <>
                  {field.type === "boolean" ? labelOf(option) : <OptionValue field={field} value={option.key} />}
                  <span className="sp" />
                  {isSelected && <span className="opt-chosen">✓</span>}
                </>
              )}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </>
  );
}

const yesAndNo = (yes: string, no: string) => [
  { key: "true", label: yes },
  { key: "false", label: no },
];

/** Shows the editor of an attribute. */
export function AttributeEditor(props: EditorProps & { field: Field; value: unknown }) {
  return ["single_select", "multiple_select", "boolean"].includes(props.field.type) ? (
    <OptionsEditor {...props} />
  ) : (
    <LineEditor {...props} />
  );
}
