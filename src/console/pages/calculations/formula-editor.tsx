/** The formula, edited in its place, with completion; an error is marked where it is. */
import { useLingui } from "@lingui/react/macro";
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";
import { type Completion, completionsOf, type Vocabulary } from "./completion";

type FormulaEditorProps = {
  text: string;
  vocabulary: Vocabulary;
  /** The place of an error; lines and columns count from 1. */
  fault: { line: number; column: number } | undefined;
  onType: (text: string) => void;
  /** The editor was left, or ⌘↵ pressed. */
  save: () => void;
  /** Esc was pressed. */
  drop: () => void;
};

/** The width of the list of completions, in px. */
const LIST_WIDTH = 340;

/** Returns the offset of a place. */
function offsetOf(text: string, { line, column }: { line: number; column: number }): number {
  const before = text.split("\n").slice(0, line - 1);
  return before.reduce((sum, { length }) => sum + length + 1, 0) + column - 1;
}

/** Returns a text with a mark around the letter at an offset; a space stands for the letter after the end. */
const marked = (text: string, at: number, mark: (letter: string) => ReactNode): ReactNode => (
  <>
    {text.slice(0, at)}
    {mark(text[at] === undefined || text[at] === "\n" ? " " : text[at])}
    {text.slice(text[at] === "\n" ? at : at + 1)}
  </>
);

/** Shows the editor. A hidden copy of the text gives it its height, and the places of an error and of the completions. */
export function FormulaEditor({ text, vocabulary, fault, onType, save, drop }: FormulaEditorProps) {
  const { t, i18n } = useLingui();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState<number>();
  const [at, setAt] = useState(0);
  const [isAsked, ask] = useState(false);
  const [place, setPlace] = useState({ left: 0, top: 0 });
  const next = useRef<number>(undefined);
  const { word, list } =
    caret === undefined ? { word: "", list: [] } : completionsOf(text.slice(0, caret), vocabulary, isAsked);
  const chosen = Math.min(at, list.length - 1);
  useLayoutEffect(() => {
    if (next.current !== undefined) field.current?.setSelectionRange(next.current, next.current);
    next.current = undefined;
  });
  const anchor = useRef<HTMLSpanElement>(null);
  const start = caret === undefined ? undefined : caret - word.length;
  useLayoutEffect(() => {
    const mark = anchor.current;
    if (start === undefined || !mark) return;
    const most = (mark.parentElement?.clientWidth ?? 0) - LIST_WIDTH - 8;
    setPlace({ left: Math.max(8, Math.min(mark.offsetLeft - 12, most)), top: mark.offsetTop + mark.offsetHeight + 4 });
  }, [start]);
  const close = () => {
    setCaret(undefined);
    setAt(0);
    ask(false);
  };
  const take = ({ text: wanted, back }: Completion) => {
    if (caret === undefined || start === undefined) return;
    // Brackets that are there already stay.
    const written = text[caret] === "(" ? wanted.replace(/\(\)$/, "") : wanted;
    next.current = start + written.length - (written === wanted ? back : 0);
    onType(text.slice(0, start) + written + text.slice(caret));
    close();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const entry = list[chosen];
    const key = event.key === " " && event.ctrlKey ? "complete" : event.key;
    event.stopPropagation();
    if (key === "complete") {
      ask(true);
      setCaret(event.currentTarget.selectionStart);
    } else if (key === "Enter" && (event.metaKey || event.ctrlKey)) save();
    else if (entry && (key === "Tab" || key === "Enter") && !event.shiftKey) take(entry);
    else if (entry && (key === "ArrowDown" || key === "ArrowUp"))
      setAt((chosen + (key === "ArrowDown" ? 1 : list.length - 1)) % list.length);
    else if (key === "Escape") {
      if (entry) close();
      else drop();
    } else return;
    event.preventDefault();
  };
  return (
    <div className="formula-place">
      <textarea
        ref={field}
        className="formula"
        aria-label={t`Formula`}
        aria-invalid={fault !== undefined}
        aria-autocomplete="list"
        aria-controls={list.length > 0 ? `${id}-list` : undefined}
        aria-activedescendant={list.length > 0 ? `${id}-${chosen}` : undefined}
        placeholder="ROUND(data.costTotalAnnual / 12)"
        spellCheck={false}
        autoCapitalize="off"
        maxLength={5000}
        value={text}
        onChange={({ target }) => {
          onType(target.value);
          setCaret(target.selectionStart);
          setAt(0);
        }}
        onClick={close}
        onBlur={() => {
          close();
          save();
        }}
        onKeyDown={onKeyDown}
      />
      <div className="formula-copy" aria-hidden>
        {fault
          ? marked(text, offsetOf(text, fault), (letter) => <span className="formula-fault">{letter}</span>)
          : text}
        {"\n"}
      </div>
      {start !== undefined && (
        <div className="formula-copy" aria-hidden>
          {marked(text, start, (letter) => (
            <span ref={anchor}>{letter}</span>
          ))}
        </div>
      )}
      {list.length > 0 && (
        <div className="pop formula-list" style={place}>
          <div id={`${id}-list`} role="listbox" aria-label={t`Completions`} className="menu">
            {list.map((entry, index) => (
              // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus, and names the chosen one
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
              <div
                key={entry.label}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === chosen}
                className={index === chosen ? "opt on" : "opt"}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => take(entry)}
              >
                <span className="formula-word">{entry.label}</span>
                <span className="c3 trunc">
                  {typeof entry.remark === "object" ? i18n._(entry.remark) : (entry.remark ?? "")}
                </span>
              </div>
            ))}
          </div>
        </div>
      )}
    </div>
  );
}
